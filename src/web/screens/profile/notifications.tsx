import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { NotificationSettings, OwnNotificationSettings } from '#contract/notifications.ts'
import { type DirectChoice, directChoices } from '#domain/direct-messages.ts'
import { useChangeNotificationSettings, useNotificationSettings } from '#web/api/notification-settings.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { Card } from '#web/ui/card.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from './notifications.module.css'

/** Messages in Slack lead here. */
const anchor = 'notification-settings'

/** Which direct messages the member gets, and when none. */
export function Notifications() {
  const query = useNotificationSettings()
  const place = useRef<HTMLDivElement>(null)
  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere && window.location.hash === `#${anchor}`) place.current?.scrollIntoView()
  }, [isThere])
  return (
    <div ref={place} id={anchor} className={classes.place}>
      <Card title="Notifications">
        <QueryState
          query={query}
          what="notification settings"
          skeleton={<SkeletonRows count={4} height={44} hasAvatar={false} />}
        >
          {({ data }) => <Fields settings={data} />}
        </QueryState>
      </Card>
    </div>
  )
}

const choices: Readonly<Record<DirectChoice, { readonly name: string; readonly text: string }>> = {
  off: { name: 'None', text: 'Ovation never writes to you in Slack.' },
  mine: {
    name: 'Only what is mine',
    text: 'Your shares and appeals, your badges, and a streak that is about to end.',
  },
  all: {
    name: 'Everything',
    text: 'Also who passed you, your week on Friday, contests that end soon, and what waits for you if you review.',
  },
}

const fields = ['direct', 'quietFrom', 'quietTo'] as const

function Fields({ settings }: { readonly settings: OwnNotificationSettings }) {
  const { mutateAsync } = useChangeNotificationSettings()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Notifications not saved',
    fallback: 'Please try again later.',
  })
  const [draft, setDraft] = useState<Partial<NotificationSettings>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const shown = { ...settings, ...draft }
  const isChanged = fields.some((field) => shown[field] !== settings[field])
  // It stays focusable: a disabled button would lose the focus with each save.
  const isIdle = isPending || !isChanged
  const edit = (change: Partial<NotificationSettings>) => setDraft({ ...draft, ...change })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    const { direct, quietFrom, quietTo, email } = shown
    const outcome = await attempt(() => mutateAsync({ direct, quietFrom, quietTo, email }))
    if (outcome === 'under way') return
    setProblems(outcome === 'done' ? {} : outcome.problems)
    if (outcome !== 'done') return
    setDraft({})
    toast({ kind: 'success', title: 'Notifications saved' })
  }
  return (
    <form className={formClasses.form} noValidate onSubmit={(event) => void save(event)}>
      {!settings.isChatSetUp && <NotSetUp />}
      <Choice value={shown.direct} onChange={(direct) => edit({ direct })} />
      <fieldset className={classes.group}>
        <legend>Quiet hours</legend>
        <p className={classes.hint}>
          Nothing is sent between these times in {settings.timeZone.replaceAll('_', ' ')}. You get at most two
          messages a day.
        </p>
        <div className={formClasses.pair}>
          <TextInput
            label="From"
            type="time"
            required
            value={shown.quietFrom}
            error={problems.quietFrom}
            onChange={(event) => edit({ quietFrom: event.currentTarget.value })}
          />
          <TextInput
            label="To"
            type="time"
            required
            value={shown.quietTo}
            error={problems.quietTo}
            onChange={(event) => edit({ quietTo: event.currentTarget.value })}
          />
        </div>
      </fieldset>
      {failure !== null && <FailureNote text={failure} />}
      <div className={formClasses.buttons}>
        <Button
          type="submit"
          variant="default"
          aria-disabled={isIdle || undefined}
          data-disabled={isIdle || undefined}
        >
          {isPending ? 'Saving…' : 'Save notifications'}
        </Button>
      </div>
    </form>
  )
}

function NotSetUp() {
  return (
    <p className={classes.hint}>
      Slack is not set up here yet, so nothing is sent. Your choice counts once it is.
    </p>
  )
}

interface ChoiceProps {
  readonly value: DirectChoice
  readonly onChange: (choice: DirectChoice) => void
}

function Choice({ value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset className={classes.group}>
      <legend>Direct messages in Slack</legend>
      {directChoices.map((choice) => (
        <div key={choice} className={classes.choice}>
          <input
            type="radio"
            id={`${id}-${choice}`}
            name={id}
            value={choice}
            checked={value === choice}
            aria-describedby={`${id}-${choice}-text`}
            onChange={() => onChange(choice)}
          />
          <label htmlFor={`${id}-${choice}`}>{choices[choice].name}</label>
          <span id={`${id}-${choice}-text`} className={classes.hint}>
            {choices[choice].text}
          </span>
        </div>
      ))}
    </fieldset>
  )
}
