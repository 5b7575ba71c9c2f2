import { absoluteTime, relativeTime } from './time-words.ts'
import { useMinute } from './use-minute.ts'

/** How long ago `instant` (ISO 8601) was, kept up to date; the full instant on hover. */
export function RelativeTime({ instant }: { readonly instant: string }) {
  const now = useMinute()
  return (
    <time dateTime={instant} title={absoluteTime(instant)}>
      {relativeTime(new Date(instant), now)}
    </time>
  )
}
