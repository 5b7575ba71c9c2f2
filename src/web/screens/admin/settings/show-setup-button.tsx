import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useChangeSetup, useSetup } from '#web/api/setup.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { toast } from '#web/ui/toasts.ts'

const words = { title: 'Failed to show the card', fallback: 'Please try again later.' } as const

/** Brings the set-up card back after somebody has hidden it. */
export function ShowSetupButton() {
  const { data } = useSetup()
  const { mutateAsync } = useChangeSetup()
  const { attempt } = useAttempt(words)
  if (!data?.data.hidden) return null
  async function show(): Promise<void> {
    if ((await attempt(() => mutateAsync({ hidden: false }))) !== 'done') return
    const description = 'It stays until all steps are done.'
    toast({ kind: 'success', title: 'Set-up card shown', description })
  }
  return (
    <Button variant="default" leftSection={<ListChecks size={16} aria-hidden />} onClick={() => void show()}>
      Show the set-up card
    </Button>
  )
}
