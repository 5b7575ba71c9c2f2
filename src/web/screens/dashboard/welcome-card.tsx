import { Button, Skeleton } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { useCurrentContest } from '#web/api/contests.ts'
import { useLeaderboard, useMyRank } from '#web/api/leaderboard.ts'
import { ToPass } from '#web/parts/leader/distance.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure, Loading } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
import { Chase } from './chase.tsx'
import { MonthlyLeaders, MonthlyLeadersSkeleton } from './monthly-leaders.tsx'
import { type Neighbours, neighboursOf } from './neighbours.ts'
import { RankNews } from './rank-news.tsx'
import classes from './welcome-card.module.css'

interface WelcomeCardProps {
  readonly user: CurrentUser
  /** On a phone: only the rank, the bar and the distance. */
  readonly isShort: boolean
}

/** Greets the member with their rank and the way to the next one, or with how to get a rank. */
export function WelcomeCard({ user, isShort }: WelcomeCardProps) {
  const board = useLeaderboard()
  const place = useMyRank()
  const firstName = displayFirstName(user.displayName)
  const Box = isShort ? Strip : Whole
  if (board.data === undefined || place.data === undefined) {
    if (!board.isError && !place.isError) return <Waiting firstName={firstName} isShort={isShort} />
    return (
      <Card section={`Hello, ${firstName}`}>
        <LoadFailure
          text="Your place could not be loaded."
          onRetry={() => void Promise.all([board.refetch(), place.refetch()])}
        />
      </Card>
    )
  }
  const own = board.data.data.find((entry) => entry.id === user.id) ?? place.data.data
  if (own) {
    return (
      <Box name={`Hello, ${firstName}`} userId={user.id}>
        <Place neighbours={neighboursOf(own, board.data.data)} />
      </Box>
    )
  }
  const { total, data } = board.data
  if (total === 0) return <FirstOfAll firstName={firstName} />
  return (
    <Box name="Your place" userId={user.id}>
      <FreePlace members={total} least={total === data.length ? data.at(-1)?.totalPoints : undefined} />
    </Box>
  )
}

interface BoxProps {
  readonly name: string
  readonly userId: string
  readonly children: ReactNode
}

function Whole({ name, userId, children }: BoxProps) {
  const { data } = useCurrentContest()
  return (
    <Card
      section={name}
      foot={
        data?.data && (
          <Button
            component={ScreenLink}
            href={paths.monthlyContest}
            variant="subtle"
            size="xs"
            rightSection={<ArrowRight size={15} aria-hidden />}
          >
            View Contest
          </Button>
        )
      }
    >
      <div className={classes.place}>{children}</div>
      <MonthlyLeaders userId={userId} />
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

function Place({ neighbours }: { readonly neighbours: Neighbours }) {
  const { own, above, toNext, below, toBehind } = neighbours
  return (
    <>
      <p className={classes.rank}>
        <b>#{own.rank.toLocaleString('en-US')}</b> in the team
      </p>
      <Chase neighbours={neighbours} />
      <p className={classes.distance}>
        {above && toNext !== null ? (
          <ToPass by={toNext} above={above} />
        ) : (
          <Lead by={toBehind} isAlone={own.rank === 1 && !below} />
        )}
      </p>
      <RankNews rank={own.rank} />
    </>
  )
}

function Lead({ by, isAlone }: { readonly by: number | null; readonly isAlone: boolean }) {
  if (by !== null && by > 0) {
    return (
      <>
        <b>{counted(by, 'point')}</b> ahead of everyone
      </>
    )
  }
  return isAlone ? 'Nobody else is on the board yet' : null
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
        <MonthlyLeadersSkeleton />
      </Loading>
    </Card>
  )
}
