import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Setup, SetupStepKey } from '#contract/setup.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useChangeSetup, useSetup } from '#web/api/setup.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { toast } from '#web/ui/toasts.ts'
import { ChatStep } from './chat-step.tsx'
import { ContestStep } from './contest-step.tsx'
import { MembersStep } from './members-step.tsx'
import { PostStep } from './post-step.tsx'
import { RulesStep } from './rules-step.tsx'
import * as classes from './setup-card.module.css'
import { Step, type StepPlace } from './step.tsx'

const hideWords = { title: 'Failed to hide the card', fallback: 'Please try again later.' } as const

interface SetupCardProps {
  readonly user: CurrentUser
  /** Whether the screen has no filled button of its own. */
  readonly hasPrimary: boolean
}

/** The steps of an administrator's first hour. */
export function SetupCard({ user, hasPrimary }: SetupCardProps) {
  const id = useId()
  const { data } = useSetup()
  if (!data) return null
  const { data: setup } = data
  const { steps } = setup
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)?.key ?? null
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Ring done={done} all={steps.length} />
        <div className={classes.words}>
          <h2 id={id} className={classes.title}>
            Set up Ovation
          </h2>
          <p className={classes.text}>
            {next === null
              ? 'All done. Members can report, and the contest counts.'
              : 'About fifteen minutes. Each step ticks itself as soon as it is true.'}
          </p>
        </div>
        <HideButton />
      </div>
      <ol className={classes.steps}>
        {steps.map(({ key, done: isDone }, nth) => (
          <StepOf
            key={key}
            name={key}
            place={{
              number: nth + 1,
              isDone,
              isNext: key === next,
              isPrimary: key === next && hasPrimary,
            }}
            setup={setup}
            user={user}
          />
        ))}
      </ol>
    </section>
  )
}

interface StepOfProps extends Pick<SetupCardProps, 'user'> {
  readonly name: SetupStepKey
  readonly place: StepPlace
  readonly setup: Setup
}

function StepOf({ name, place, setup, user }: StepOfProps): ReactNode {
  switch (name) {
    case 'signed_in':
      return <Step place={place} title="Sign in as administrator" text={user.email ?? user.displayName} />
    case 'chat':
      return <ChatStep place={place} app={setup.slackApp} />
    case 'members':
      return <MembersStep place={place} />
    case 'first_post':
      return <PostStep place={place} />
    case 'points_rules':
      return <RulesStep place={place} />
    case 'first_contest':
      return <ContestStep place={place} />
  }
}

function HideButton() {
  const { mutateAsync } = useChangeSetup()
  const { attempt } = useAttempt(hideWords)
  async function hide(): Promise<void> {
    if ((await attempt(() => mutateAsync({ hidden: true }))) !== 'done') return
    const description = 'Settings has a button that shows it again.'
    toast({ kind: 'success', title: 'Set-up card hidden', description })
  }
  return (
    <Button variant="subtle" size="sm" onClick={() => void hide()}>
      Hide<span className="visually-hidden"> the set-up card</span>
    </Button>
  )
}

const radius = 24
const circumference = 2 * Math.PI * radius

function Ring({ done, all }: { readonly done: number; readonly all: number }) {
  return (
    <svg
      className={classes.ring}
      width={56}
      height={56}
      viewBox="0 0 56 56"
      role="img"
      aria-label={`${done} of ${all} steps done`}
    >
      <circle className={classes.track} cx={28} cy={28} r={radius} />
      <circle
        className={classes.part}
        cx={28}
        cy={28}
        r={radius}
        strokeDasharray={`${(done / all) * circumference} ${circumference}`}
        transform="rotate(-90 28 28)"
      />
      <text className={classes.ratio} x={28} y={33} textAnchor="middle">
        {done}/{all}
      </text>
    </svg>
  )
}
