import { Button, Skeleton } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { placesGained } from '#domain/leaderboard.ts'
import { displayFirstName } from '#domain/names.ts'
import { useAround, useLeaderboard, useMovement } from '#web/api/leaderboard.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { ToPass } from '#web/parts/leader/distance.tsx'
import { Movement } from '#web/parts/leader/movement.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure, Loading } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
import { useIdle } from '#web/ui/use-idle.ts'
import { Chase } from './chase.tsx'
import { Leaders, LeadersSkeleton } from './leaders.tsx'
import * as classes from './welcome-card.module.css'

// Nothing is to be told before the place has changed.
const RankNews = lazyPart(async () => (await import('./rank-news.tsx')).RankNews)

interface WelcomeCardProps {
  readonly user: CurrentUser
  /** On a phone: only the rank, the bar and the distance. */
  readonly isShort: boolean
}

/** Greets the member with their rank and the way to the next one, or with how to get a rank. */
export function WelcomeCard({ user, isShort }: WelcomeCardProps) {
  const board = useLeaderboard()
  const around = useAround()
  const isIdle = useIdle()
  const firstName = displayFirstName(user.displayName)
  const Box = isShort ? Strip : Whole
  if (board.data === undefined || around.data === undefined) {
    if (!board.isError && !around.isError) return <Waiting firstName={firstName} isShort={isShort} />
    return (
      <Card section={`Hello, ${firstName}`}>
        <LoadFailure
          text="Your place could not be loaded."
          onRetry={() => void Promise.all([board.refetch(), around.refetch()])}
        />
      </Card>
    )
  }
  const { own, above, below, by } = around.data
  if (own) {
    return (
      <Box name={`Hello, ${firstName}`} userId={user.id}>
        <Place
          own={own}
          // Whoever shares the member's rank is nobody to pass.
          above={above.findLast(({ rank }) => rank < own.rank) ?? null}
          below={below.find(({ rank }) => rank > own.rank) ?? null}
          by={by}
        />
        {isIdle && <RankNews own={own} rows={[...above, own, ...below]} />}
      </Box>
    )
  }
  const { total } = board.data
  if (total === 0) return <FirstOfAll firstName={firstName} />
  return (
    <Box name="Your place" userId={user.id}>
      {user.isLeftOut ? (
        'You are left out of boards.'
      ) : (
        <FreePlace members={total} least={above.at(-1)?.totalPoints} />
      )}
    </Box>
  )
}

interface BoxProps {
  readonly name: string
  readonly userId: string
  readonly children: ReactNode
}

function Whole({ name, userId, children }: BoxProps) {
  return (
    <Card
      section={name}
      foot={
        <Button
          component={ScreenLink}
          href={paths.monthlyContest}
          variant="subtle"
          size="xs"
          rightSection={<ArrowRight size={15} aria-hidden />}
        >
          View Contest
        </Button>
      }
    >
      <div className={classes.place}>{children}</div>
      <Leaders userId={userId} />
    </Card>
  )
}

function Strip({ name, children }: BoxProps) {
  const id = useId()
  return (
    <section className={classes.strip} aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {name}
      </h2>
      <div className={classes.place}>{children}</div>
    </section>
  )
}

interface PlaceProps {
  readonly own: LeaderboardEntry
  readonly above: LeaderboardEntry | null
  readonly below: LeaderboardEntry | null
  readonly by: Neighbours<LeaderboardEntry>['by']
}

function Place({ own, above, below, by }: PlaceProps) {
  const mark = useMovement({}, useIdle()).data?.get(own.id)
  return (
    <>
      <p className={classes.rank}>
        <b>#{own.rank.toLocaleString('en-US')}</b> in the team{' '}
        <Movement places={placesGained(own.rank, mark)} />
      </p>
      <Chase own={own} above={above} below={below} by={by} />
      <p className={classes.distance}>
        {above && by.toNext !== null ? (
          <ToPass by={by.toNext} above={above} />
        ) : (
          <Lead by={by.toBehind} below={below} />
        )}
      </p>
    </>
  )
}

interface LeadProps {
  readonly by: number | null
  readonly below: LeaderboardEntry | null
}

/** How far the first one is ahead. */
function Lead({ by, below }: LeadProps) {
  if (by === null || !below) return 'Nobody else is on the board yet'
  if (by === 0) return <ToPass by={0} above={below} />
  return (
    <>
      <b>{counted(by, 'point')}</b> ahead of everyone
    </>
  )
}

interface FreePlaceProps {
  /** On the board already. */
  readonly members: number
  /** The points of the last of them, if they are known. */
  readonly least: number | undefined
}

function FreePlace({ members, least }: FreePlaceProps) {
  const last = members.toLocaleString('en-US')
  return (
    <>
      <p className={classes.rank} data-free>
        <b>#{(members + 1).toLocaleString('en-US')}</b> is free for you
      </p>
      <p className={classes.text}>
        Your first report puts you on the board with {counted(members, 'colleague')}.
        {least !== undefined && ` ${counted(least, 'point')} to #${last}.`}
      </p>
    </>
  )
}

function FirstOfAll({ firstName }: { readonly firstName: string }) {
  return (
    <Card title={`Welcome, ${firstName}`}>
      <p className={classes.text}>
        Ovation runs on the <strong>Honor System</strong>: like, comment on or share a company post, then
        report it here. Each report earns points, and you have five minutes to undo it.
      </p>
      <Button component={ScreenLink} href={paths.socialFeed} variant="default" mt={16}>
        Start reporting interactions
      </Button>
    </Card>
  )
}

function Waiting({ firstName, isShort }: { readonly firstName: string; readonly isShort: boolean }) {
  const place = (
    <>
      <Skeleton height={isShort ? 30 : 40} width={150} my={4} />
      <Skeleton height={8} my={16} />
      {!isShort && <Skeleton height={14} width="60%" />}
    </>
  )
  const name = `Hello, ${firstName}`
  if (isShort) {
    return (
      <section className={classes.strip} aria-label={name}>
        <Loading what="your place">{place}</Loading>
      </section>
    )
  }
  return (
    <Card section={name}>
      <Loading what="your place">
        {place}
        <LeadersSkeleton />
      </Loading>
    </Card>
  )
}
