import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { Today } from '#contract/today.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useToday } from '#web/api/interactions.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { DayPath } from './day-path.tsx'
import { Rings } from './stage-rings.tsx'
import { headlineOf, sentenceOf, stageState } from './stage-words.ts'
import * as classes from './today-stage.module.css'

// They wait for an answer of their own anyway.
const Colleagues = lazyPart(async () => (await import('./colleagues.tsx')).Colleagues)

// Only new members see them, and they come with a badge, which nothing else of the first screen draws.
const firstSteps = { wide: firstStepsFor('wide'), small: firstStepsFor('small') }

interface TodayStageProps {
  /** `small` for a narrow column: fewer words and smaller pictures. */
  readonly size: 'wide' | 'small'
}

/** What waits for the member today, what it earns, and the way to the day's goal. */
export function TodayStage({ size }: TodayStageProps) {
  const { user } = useCurrentUser()
  const { data, isError, refetch } = useToday()
  if (user && data) return <Stage today={data.data} user={user} size={size} />
  return isError ? <Failure size={size} onRetry={() => void refetch()} /> : <Waiting size={size} />
}

interface StageProps extends TodayStageProps {
  readonly today: Today
  readonly user: CurrentUser
}

function Stage({ today, user, size }: StageProps) {
  const state = stageState(today, user)
  if (state === 'first') {
    const FirstSteps = firstSteps[size]
    return <FirstSteps user={user} today={today} size={size} />
  }
  return (
    <Surface
      size={size}
      overline={size === 'small' ? 'Today' : `Today, ${weekdayOf(today.day)}`}
      headline={headlineOf(state, today.waiting)}
      isDone={state === 'done'}
      beside={state !== 'quiet' && <DayPath today={today} streak={user} />}
    >
      {state === 'quiet' ? <Quiet user={user} /> : <Outlook today={today} user={user} size={size} />}
      {state === 'done' && size === 'wide' && <Colleagues today={today} user={user} />}
    </Surface>
  )
}

function firstStepsFor(size: TodayStageProps['size']) {
  return lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps, {
    waiting: <Waiting size={size} />,
    failed: <Failure size={size} onRetry={() => window.location.reload()} />,
  })
}

function Outlook({ today, user, size }: StageProps) {
  const { figure, text } = sentenceOf(today, user)
  if (size === 'small' && figure) {
    return (
      <p className={classes.sentence}>
        <b>{figure}</b>
      </p>
    )
  }
  return (
    <p className={classes.sentence}>
      {figure ? (
        <>
          <b>{figure}</b> · {text}
        </>
      ) : (
        text.charAt(0).toUpperCase() + text.slice(1)
      )}
    </p>
  )
}

function Quiet({ user }: { readonly user: CurrentUser }) {
  return (
    <>
      <p className={classes.sentence}>Posts show up here the moment they are out.</p>
      {user.role === 'admin' && (
        <Button
          component={ScreenLink}
          href={`${paths.admin}?tab=social-feed`}
          variant="white"
          className={classes.action}
        >
          Add post
        </Button>
      )}
    </>
  )
}

function Failure({ size, onRetry }: TodayStageProps & { readonly onRetry: () => void }) {
  return (
    <Surface size={size} overline="Today" headline="Try again in a moment">
      <div role="alert">
        <p className={classes.sentence}>What waits for you could not be loaded.</p>
        <Button variant="white" size="xs" className={classes.action} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Surface>
  )
}

function Waiting({ size }: TodayStageProps) {
  return (
    <section className={classes.stage} data-size={size} aria-busy="true" aria-label="Today">
      <div className={classes.words} data-waiting aria-hidden>
        <Skeleton height={12} width={130} />
        <Skeleton height={26} width={220} mt={10} />
        <Skeleton height={14} width={260} mt={10} />
      </div>
      <div className={classes.pathRoom}>
        <span className="visually-hidden" role="status">
          Loading what waits for you
        </span>
      </div>
    </section>
  )
}

interface SurfaceProps extends TodayStageProps {
  readonly overline: ReactNode
  readonly headline: string
  /** Nothing is left: the headline changes after the last stop has become green. */
  readonly isDone?: boolean
  readonly beside?: ReactNode
  readonly children: ReactNode
}

function Surface({ size, overline, headline, isDone = false, beside, children }: SurfaceProps) {
  const id = useId()
  return (
    <section className={classes.stage} data-size={size} aria-labelledby={id}>
      <Rings />
      <div className={classes.words}>
        <p className={classes.overline}>{overline}</p>
        <h2 id={id} className={classes.headline}>
          <Headline text={headline} isLast={isDone} />
        </h2>
        {children}
      </div>
      {beside}
    </section>
  )
}

/** A headline that fades over into the next one when it changes. */
function Headline({ text, isLast }: { readonly text: string; readonly isLast: boolean }) {
  const [texts, setTexts] = useState({ now: text, before: '' })
  if (texts.now !== text) setTexts({ now: text, before: texts.now })
  const { now, before } = texts
  return (
    <span className={classes.texts} data-last={isLast || undefined}>
      <span key={now} className={before ? classes.coming : undefined}>
        {now}
      </span>
      {before && (
        <span
          key={before}
          className={classes.going}
          onAnimationEnd={() => setTexts({ now, before: '' })}
          aria-hidden
        >
          {before}
        </span>
      )}
    </span>
  )
}

/** Made once, because making it takes longer than the rest of a rendering. */
let dayFormat: Intl.DateTimeFormat | undefined

/** `Sunday, Nov 22` for a calendar day. */
function weekdayOf(day: string): string {
  dayFormat ??= new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return dayFormat.format(new Date(day))
}
