import '#web/ui/library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NotificationSettings, OwnNotificationSettings } from '#contract/notifications.ts'
import { type DirectChoice, directChoices } from '#domain/direct-messages.ts'
import { useChangeNotificationSettings, useNotificationSettings } from '#web/api/notification-settings.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { Card } from '#web/ui/card.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { toast } from '#web/ui/toasts.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { MailChoice } from './mail-choice.tsx'
import * as classes from './notifications.module.css'

/** Messages in Slack lead here. */
const anchor = 'notification-settings'

/** Which messages the member gets, and when none. */
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
    text: 'Also posts that wait for you, who passed you, your week on Friday, contests that end soon, and what waits for you if you review.',
  },
}

const fields = ['direct', 'quietFrom', 'quietTo', 'email'] as const

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
  const send = async ({ direct, quietFrom, quietTo, email }: NotificationSettings) => {
    const outcome = await attempt(() => mutateAsync({ direct, quietFrom, quietTo, email }))
    if (outcome === 'under way') return false
    setProblems(outcome === 'done' ? {} : outcome.problems)
    return outcome === 'done'
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || !(await send(shown))) return
    setDraft({})
    toast({ kind: 'success', title: 'Notifications saved' })
  }
  // The settings as they are: whoever sends the same ones again is asked again.
  const askAgain = async () => {
    if (await send(settings)) toast({ kind: 'success', title: 'Link sent' })
  }
  return (
    <form className={formClasses.form} noValidate onSubmit={(event) => void save(event)}>
      {!settings.isChatSetUp && <NotSetUp />}
      <ChoiceGroup
        legend="Direct messages in Slack"
        choices={directChoices}
        words={choices}
        value={shown.direct}
        onChange={(direct) => edit({ direct })}
      />
      <MailChoice
        settings={settings}
        value={shown.email}
        onChange={(email) => edit({ email })}
        isPending={isPending}
        onAskAgain={() => void askAgain()}
      />
      <fieldset className={classes.group}>
        <legend>Quiet hours</legend>
        <p className={classes.hint}>
          Nothing is sent between these times in {settings.timeZone.replaceAll('_', ' ')}. You get at most two
          messages in Slack and one e-mail a day.
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
      Slack is not set up here yet, so nothing is sent there. Your choice counts once it is.
    </p>
  )
}
