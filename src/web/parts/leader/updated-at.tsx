import { absoluteTime, updatedText } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'

/** How old what is shown is; the full instant on hover. */
export function UpdatedAt({ atMs }: { readonly atMs: number }) {
  const updatedAt = new Date(atMs)
  const now = useMinute()
  return <span title={absoluteTime(updatedAt.toISOString())}>{updatedText(updatedAt, now)}</span>
}
