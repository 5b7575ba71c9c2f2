import '#web/ui/library-styles.ts'
import { NativeSelect } from '@mantine/core'
import { ChevronDown, Flame, Snowflake } from 'lucide-react'
import type { OwnStreak as Streak } from '#contract/streaks.ts'
import { useRereadNotificationSettings } from '#web/api/notification-settings.ts'
import { useChangeOwnStreak, useOwnStreak, useRepairStreak } from '#web/api/streaks.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { dayStateNames, keptText } from '#web/parts/streak/kept-words.ts'
import { Card } from '#web/ui/card.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { AwayDays } from './away-days.tsx'
import * as classes from './own-streak.module.css'

/** The member's streak: why it stands, the latest days, the time zone, and the days away. */
export function OwnStreak() {
  const query = useOwnStreak()
  return (
    <Card title="Your streak">
      <QueryState
        query={query}
        what="streak"
        skeleton={<SkeletonRows count={3} height={40} hasAvatar={false} />}
      >
        {({ data }) => (
          <div className={classes.parts}>
            <Standing streak={data} />
            <Days streak={data} />
            <Zone streak={data} />
            {data.rules.mode === 'working_days' && <AwayDays streak={data} />}
          </div>
        )}
      </QueryState>
    </Card>
  )
}

function Standing({ streak }: { readonly streak: Streak }) {
  const { current, freezes, repair, rules } = streak
  return (
    <div className={classes.standing}>
      <p className={classes.kept}>
        <Flame size={16} aria-hidden />
        <span>
          <b>{counted(current, 'day')}</b> · {keptText(streak)}
        </span>
      </p>
      {rules.freezes && (
        <p className={classes.quiet}>
          <Snowflake size={16} aria-hidden />
          {freezes === 0 ? 'No freeze kept.' : `${counted(freezes, 'freeze')} kept.`} Ten reports in a month
          earn one, which is used by itself on a missed day.
        </p>
      )}
      {repair?.reportsLeft === 0 && <Repair />}
    </div>
  )
}

function Repair() {
  const { mutateAsync } = useRepairStreak()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Not repaired',
    fallback: 'Please try again later.',
  })
  const repair = async () => {
    if ((await attempt(mutateAsync)) === 'done') toast({ kind: 'success', title: 'Streak repaired' })
  }
  return (
    <>
      {failure !== null && <FailureNote text={failure} />}
      <PendingButton
        className={classes.repair}
        variant="default"
        isPending={isPending}
        pendingText="Repairing…"
        onClick={() => void repair()}
      >
        Repair my streak
      </PendingButton>
    </>
  )
}

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S'] as const

function Days({ streak: { days } }: { readonly streak: Streak }) {
  return (
    <ol className={classes.days} aria-label="The last two weeks">
      {days.map(({ day, state }) => (
        <li key={day} title={`${shortDate(day)}: ${dayStateNames[state]}`}>
          <span className={classes.letter} aria-hidden>
            {letters[new Date(`${day}T00:00:00Z`).getUTCDay()]}
          </span>
          <i data-state={state} aria-hidden />
          <span className="visually-hidden">
            {shortDate(day)}: {dayStateNames[state]}
          </span>
        </li>
      ))}
    </ol>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function Zone({ streak: { timeZone, ownZone } }: { readonly streak: Streak }) {
  const { mutateAsync } = useChangeOwnStreak()
  const rereadNotifications = useRereadNotificationSettings()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Failed to save the time zone',
    fallback: 'Please try again later.',
  })
  const save = async (chosen: string | null) => {
    if ((await attempt(() => mutateAsync({ timeZone: chosen }))) !== 'done') return
    toast({ kind: 'success', title: 'Time zone saved' })
    await rereadNotifications()
  }
  const known = ownZone === null || zones.includes(ownZone) ? zones : [ownZone, ...zones]
  return (
    <NativeSelect
      label="Time zone of your days"
      description="Your day ends at midnight there. A change costs no day."
      value={ownZone ?? ''}
      error={failure}
      aria-busy={isPending}
      rightSection={<ChevronDown size={16} aria-hidden />}
      onChange={(event) => void save(event.currentTarget.value || null)}
    >
      <option value="">{ownZone === null ? `Automatic: ${wordsOf(timeZone)}` : 'Automatic'}</option>
      {known.map((zone) => (
        <option key={zone} value={zone}>
          {wordsOf(zone)}
        </option>
      ))}
    </NativeSelect>
  )
}

function wordsOf(zone: string): string {
  return zone.replaceAll('_', ' ')
}
