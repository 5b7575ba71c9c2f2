import { useWindowEvent } from '@mantine/hooks'
import { usePreferences } from '#web/app/preferences.ts'
import { placeAfter, rowActOf, takesLetters } from './row-keys.ts'
import type { Queue, QueueItem } from './use-queue.ts'

/** What the keys do with a row; what is absent does nothing there. */
export interface RowActs {
  readonly accept?: () => void
  readonly refuse?: () => void
  readonly select?: () => void
}

/** Moves between the rows of a queue with J and K, and answers the focused one with V, R and X. */
export function useRowKeys<Row extends QueueItem>(queue: Queue<Row>, actsOf: (row: Row) => RowActs): void {
  const { hasReviewKeys } = usePreferences()
  useWindowEvent('keydown', (event) => {
    const { target } = event
    if (!hasReviewKeys || event.defaultPrevented || !(target instanceof Element)) return
    const act = rowActOf(event)
    if (act === null || target.closest(takesLetters)) return
    const { region, shown, stateOf } = queue
    const focused = target.closest<HTMLElement>('[data-row]')
    const isOwn = focused !== null && region.current?.contains(focused) === true
    const current = isOwn ? shown.findIndex(({ id }) => id === focused.dataset.row) : -1
    event.preventDefault()
    if (act === 'next' || act === 'previous') {
      const row = shown[placeAfter(act, current, shown.length) ?? -1]
      if (row) queue.focus(row)
      return
    }
    const row = shown[current]
    const phase = row && stateOf(row).phase
    if (row && (phase === null || phase === 'open')) actsOf(row)[act]?.()
  })
}
