import '#web/ui/library-styles.ts'
import { Button, CloseButton, Popover, Skeleton } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { CircleAlert } from 'lucide-react'
import { type Ref, type RefObject, useImperativeHandle, useState } from 'react'
import type { MemberCard as Facts } from '#contract/members.ts'
import { paths } from '#contract/paths.ts'
import type { UserCard } from '#contract/users.ts'
import { achievementKinds } from '#domain/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { metalOf } from '#domain/leaderboard.ts'
import { ApiError } from '#web/api/client.ts'
import { useMemberCard } from '#web/api/members.ts'
import { isReviewer, useCurrentUser } from '#web/api/session.ts'
import { Badge } from '#web/parts/achievement/badge.tsx'
import { laterStatement } from '#web/parts/statement/later-statement.tsx'
import { FlameIcon } from '#web/parts/streak/flame-icon.tsx'
import { teamAddress } from '#web/parts/team/team-address.ts'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { LoadFailure, Loading } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, monthName, shortDate } from '#web/ui/time-words.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import * as classes from './member-card.module.css'
import { UserAvatar } from './user-avatar.tsx'

interface MemberCardProps extends DialogProps {
  readonly memberId: UserId
  readonly name: string
  /** The button beside which it opens, and which gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>
}

/** What everybody may know of a member, beside the name that was pressed. */
export function MemberCard({ isOpen, onClose, memberId, name, opener }: MemberCardProps) {
  const [dropdown, setDropdown] = useState<HTMLDivElement | null>(null)
  const [statementOf, setStatementOf] = useState<UserCard | null>(null)
  const [isStatementOpen, setStatementOpen] = useState(false)
  useClickOutside(() => isOpen && onClose(), null, [opener.current, dropdown])
  const openStatement = (user: UserCard) => {
    onClose()
    setStatementOf(user)
    setStatementOpen(true)
  }
  const closeStatement = () => {
    setStatementOpen(false)
    // Once the dialog no longer holds the focus.
    setTimeout(() => opener.current?.focus())
  }
  const card = (
    <Popover
      opened={isOpen}
      onChange={(isNowOpen) => isNowOpen || onClose()}
      width={320}
      position="bottom-start"
      middlewares={{ flip: true, shift: { padding: 12 } }}
      withRoles={false}
      closeOnClickOutside={false}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Anchor opener={opener} />
      </Popover.Target>
      <Popover.Dropdown ref={setDropdown} className={classes.card} role="dialog" aria-label={`About ${name}`}>
        <CloseButton className={classes.close} aria-label="Close" size={32} onClick={onClose} />
        <Content memberId={memberId} onStatement={openStatement} />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <>
      {card}
      {statementOf && (
        <laterStatement.Dialog user={statementOf} isOpen={isStatementOpen} onClose={closeStatement} />
      )}
    </>
  )
}

interface AnchorProps {
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly ref?: Ref<HTMLButtonElement | null>
}

/** Stands for the button, which is on the page before this script is. */
function Anchor({ opener, ref }: AnchorProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => opener.current, [opener])
  return null
}

interface ContentProps {
  readonly memberId: UserId
  readonly onStatement: (user: UserCard) => void
}

function Content({ memberId, onStatement }: ContentProps) {
  const query = useMemberCard(memberId)
  const { user } = useCurrentUser()
  const { data, error } = query
  const isOwn = user?.id === memberId
  const mayRead = isReviewer(user) && !isOwn
  if (data) return <Card facts={data.data} isOwn={isOwn} onStatement={mayRead ? onStatement : undefined} />
  if (error instanceof ApiError && error.status === 404) return <Gone />
  if (error) return <LoadFailure text="The card could not be loaded." onRetry={() => void query.refetch()} />
  return (
    <Loading what="card">
      <div className={classes.head}>
        <Skeleton circle height={56} />
        <div className={classes.who}>
          <Skeleton height={14} my={4} width="70%" />
          <Skeleton height={12} my={3} width="55%" />
        </div>
      </div>
      <Skeleton height={14} mt={17} width="85%" />
      <Skeleton height={44} mt={17} />
    </Loading>
  )
}

function Gone() {
  return (
    <p className={classes.gone}>
      <CircleAlert size={16} aria-hidden />
      This person is no longer a member of the team.
    </p>
  )
}

interface CardProps {
  readonly facts: Facts
  readonly isOwn: boolean
  /** Opens the member's statement; for reviewers only. */
  readonly onStatement: ((user: UserCard) => void) | undefined
}

function Card({ facts, isOwn, onStatement }: CardProps) {
  const { displayName, team, rank, points, streak, badges, bestMonth, contestsWon, memberSince } = facts
  return (
    <>
      <div className={classes.head}>
        <UserAvatar person={facts} size={56} ring={rank === null ? undefined : metalOf(rank)} />
        <div className={classes.who}>
          <p className={classes.name} title={displayName}>
            <bdi>{displayName}</bdi>
          </p>
          {team && (
            <ScreenLink href={teamAddress(team.id)} className={classes.team}>
              <TeamName team={team} />
            </ScreenLink>
          )}
          <p className={classes.since}>Member since {shortDate(memberSince)}</p>
        </div>
      </div>
      <p className={classes.facts}>
        {rank !== null && (
          <span>
            <b>#{rank.toLocaleString('en-US')}</b> in the team
          </span>
        )}
        <span className={classes.streak}>
          <FlameIcon days={streak.current} />
          <Figure text={counted(streak.current, 'day')} />
        </span>
        <span>
          <Figure text={counted(points, 'point')} />
        </span>
      </p>
      {badges.length > 0 && (
        <ul className={classes.badges} aria-label="Badges">
          {achievementKinds
            .filter(({ code }) => badges.includes(code))
            .map(({ code, name, icon, rarity }) => (
              <li key={code} title={name}>
                <Badge icon={icon} rarity={rarity} size={34} />
                <span className="visually-hidden">{name}</span>
              </li>
            ))}
        </ul>
      )}
      <dl className={classes.records}>
        <div>
          <dt>Best month</dt>
          <dd>{bestMonth === null ? 'None yet' : monthWords(bestMonth)}</dd>
        </div>
        <div>
          <dt>Contests won</dt>
          <dd>{contestsWon.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      {isOwn && (
        <Button component={ScreenLink} href={paths.profile} variant="default" className={classes.own}>
          View Profile
        </Button>
      )}
      {onStatement && (
        <Button
          variant="default"
          className={classes.own}
          aria-haspopup="dialog"
          onClick={() => onStatement(facts)}
          {...laterStatement.onIntent}
        >
          Statement
        </Button>
      )}
    </>
  )
}

function Figure({ text }: { readonly text: string }) {
  const [count, unit] = text.split(' ')
  return (
    <>
      <b>{count}</b> {unit}
    </>
  )
}

function monthWords({ month, points }: NonNullable<Facts['bestMonth']>): string {
  const [year, number] = month.split('-')
  return `${monthName(Number(number))} ${year} · ${points.toLocaleString('en-US')}`
}
