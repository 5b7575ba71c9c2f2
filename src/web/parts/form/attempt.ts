import { useRef, useState } from 'react'
import { ApiError, displayMessage } from '#web/api/client.ts'
import type { Toast } from '#web/ui/toast-queue.ts'
import { toast } from '#web/ui/toasts.ts'

/** What is shown when something that was sent is refused, or did not get there. */
export interface Refusal {
  readonly toast: Toast
  readonly inline: string
  /** Messages by field, where the server named fields. */
  readonly problems: Readonly<Record<string, string>>
  /** Fields as they are now, where somebody else changed them meanwhile. */
  readonly current: Readonly<Record<string, unknown>> | undefined
}

export interface RefusalWords {
  readonly title: string
  /** Stands where the server said nothing. */
  readonly fallback: string
  /** Whether the toast says just that whatever the server said, which then stands beside the control only. */
  readonly isToastFixed?: boolean
}

export interface Attempt {
  /** To stay beside the control until the next attempt; null when the fields say it, or there was none. */
  readonly failure: string | null
  readonly isPending: boolean
  /** Tries it, unless it is being tried already. A refusal is told by a toast, and given back. */
  readonly attempt: (act: () => Promise<unknown>) => Promise<'done' | 'under way' | Refusal>
}

/** One thing that a person sends and that may be refused, one attempt at a time. */
export function useAttempt(words: RefusalWords): Attempt {
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  // A second press may come before React has drawn the first; only this is known at once.
  const isUnderWay = useRef(false)

  async function attempt(act: () => Promise<unknown>): Promise<'done' | 'under way' | Refusal> {
    if (isUnderWay.current) return 'under way'
    isUnderWay.current = true
    setPending(true)
    setFailure(null)
    try {
      await act()
      return 'done'
    } catch (error) {
      const refusal = refusalOf(error, words)
      setFailure(Object.keys(refusal.problems).length === 0 ? refusal.inline : null)
      toast(refusal.toast)
      return refusal
    } finally {
      isUnderWay.current = false
      setPending(false)
    }
  }
  return { failure, isPending, attempt }
}

export function refusalOf(error: unknown, { title, fallback, isToastFixed }: RefusalWords): Refusal {
  const description = displayMessage(error, fallback)
  const issues = error instanceof ApiError ? error.issues : []
  return {
    toast: { kind: 'destructive', title, description: isToastFixed ? fallback : description },
    inline: `${title}: ${description}`,
    problems: Object.fromEntries(issues.map(({ path, message }) => [path, message])),
    current: error instanceof ApiError ? error.current : undefined,
  }
}
