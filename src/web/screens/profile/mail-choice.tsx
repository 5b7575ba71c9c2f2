import type { OwnNotificationSettings } from '#contract/notifications.ts'
import { type MailChoice as Choice, mailChoices } from '#domain/direct-messages.ts'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { emailFieldId } from './edit-form.tsx'
import * as classes from './notifications.module.css'

const words: Readonly<Record<Choice, { readonly name: string; readonly text: string }>> = {
  off: { name: 'Off', text: 'Ovation sends you no e-mails with news.' },
  daily: {
    name: 'Daily',
    text: 'At 17:30, if there is news: your shares and appeals, your badges, a streak that is about to end, who passed you, contests that end soon, and your week on Friday.',
  },
  weekly: { name: 'Weekly', text: 'The same on Fridays at 15:30, without the streak.' },
}

interface MailChoiceProps {
  readonly settings: OwnNotificationSettings
  readonly value: Choice
  readonly onChange: (choice: Choice) => void
  readonly isPending: boolean
  /** Asks for another e-mail that confirms the address. */
  readonly onAskAgain: () => void
}

/** How often the member gets an e-mail, and where it goes. */
export function MailChoice({ settings, value, onChange, isPending, onAskAgain }: MailChoiceProps) {
  return (
    <ChoiceGroup legend="E-mail" choices={mailChoices} words={words} value={value} onChange={onChange}>
      <Address settings={settings} isPending={isPending} onAskAgain={onAskAgain} />
    </ChoiceGroup>
  )
}

function Address({
  settings: { isMailSetUp, mailAddress, isAddressConfirmed, email },
  isPending,
  onAskAgain,
}: Pick<MailChoiceProps, 'settings' | 'isPending' | 'onAskAgain'>) {
  if (!isMailSetUp) {
    return (
      <p className={classes.hint}>
        E-mail is not set up here yet, so nothing is sent. Your choice counts once it is.
      </p>
    )
  }
  const field = <a href={`#${emailFieldId}`}>Your details</a>
  if (mailAddress === null)
    return <p className={classes.hint}>You have no address yet. Add one under {field}.</p>
  if (isAddressConfirmed) {
    return (
      <p className={classes.hint}>
        E-mails go to <bdi>{mailAddress}</bdi>. You can change the address under {field}.
      </p>
    )
  }
  if (email === 'off') {
    return (
      <p className={classes.hint}>
        E-mails will go to <bdi>{mailAddress}</bdi>. First you get one with a link that confirms the address.
      </p>
    )
  }
  return (
    <div className={classes.waiting}>
      <p className={classes.hint}>
        Waiting for you to confirm <bdi>{mailAddress}</bdi>: open the link in the e-mail that was sent there.
        Until then there are no other e-mails. You can change the address under {field}.
      </p>
      <PendingButton variant="default" isPending={isPending} pendingText="Sending…" onClick={onAskAgain}>
        Send the link again
      </PendingButton>
    </div>
  )
}
