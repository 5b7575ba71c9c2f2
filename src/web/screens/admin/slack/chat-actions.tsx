import { BookOpen, MessageSquare, PlugZap } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useSendSlackInstructions, useSendSlackTest, useTestSlackConnection } from '#web/api/slack.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './chat-actions.module.css'
import { channelName, refusalReason } from './slack-words.ts'

interface Action {
  readonly name: string
  readonly pendingText: string
  readonly icon: ReactNode
  readonly doneTitle: string
  readonly failedTitle: string
  /** The toast's text after a failure; the reason by default. */
  readonly failedText?: string
  /** Runs the action and resolves to a sentence about the result. */
  readonly act: () => Promise<string>
}

interface Outcome {
  readonly isFailure: boolean
  readonly text: string
}

/** The Slack actions, of which one runs at a time, and the result of the last one. */
export function ChatActions() {
  const actions = useActions()
  const [running, setRunning] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  // A second press may come before React has rendered the first; only a ref is up to date then.
  const isUnderWay = useRef(false)

  async function run({ name, act, doneTitle, failedTitle, failedText }: Action): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setRunning(name)
    setOutcome(null)
    try {
      const description = await act()
      setOutcome({ isFailure: false, text: `${doneTitle}: ${description}` })
      toast({ kind: 'success', title: doneTitle, description })
    } catch (error) {
      const reason = refusalReason(error)
      setOutcome({ isFailure: true, text: `${failedTitle}: ${reason}` })
      toast({ kind: 'destructive', title: failedTitle, description: failedText ?? reason })
    } finally {
      isUnderWay.current = false
      setRunning(null)
    }
  }

  return (
    <>
      <div className={classes.buttons}>
        {actions.map((action) => (
          <PendingButton
            key={action.name}
            variant={action === actions[0] ? 'filled' : 'default'}
            leftSection={action.icon}
            isPending={running === action.name}
            pendingText={action.pendingText}
            onClick={() => void run(action)}
          >
            {action.name}
          </PendingButton>
        ))}
      </div>
      {outcome?.isFailure === true && <FailureNote text={outcome.text} />}
      {outcome?.isFailure === false && <p className={classes.done}>{outcome.text}</p>}
    </>
  )
}

function useActions(): readonly Action[] {
  const { mutateAsync: testConnection } = useTestSlackConnection()
  const { mutateAsync: sendTest } = useSendSlackTest()
  const { mutateAsync: sendInstructions } = useSendSlackInstructions()
  return [
    {
      name: 'Test Connection',
      pendingText: 'Testing…',
      icon: <PlugZap size={16} aria-hidden />,
      doneTitle: 'Slack connection successful',
      failedTitle: 'Slack connection failed',
      failedText: 'Check your Slack configuration.',
      act: async () => {
        const { data } = await testConnection()
        return `The bot can write to ${channelName(data) ?? 'the channel'}.`
      },
    },
    {
      name: 'Send Test Message',
      pendingText: 'Sending…',
      icon: <MessageSquare size={16} aria-hidden />,
      doneTitle: 'Test notification sent',
      failedTitle: 'Failed to send test notification',
      act: async () => {
        await sendTest()
        return 'Look for it in the channel.'
      },
    },
    {
      name: 'Send Instructions',
      pendingText: 'Sending…',
      icon: <BookOpen size={16} aria-hidden />,
      doneTitle: 'Instructions sent',
      failedTitle: 'Failed to send instructions',
      act: async () => {
        await sendInstructions()
        return 'The channel now shows how to take part.'
      },
    },
  ]
}
