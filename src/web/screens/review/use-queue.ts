import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { displayMessage } from '#web/api/client.ts'
import { rowLeavesMs } from '#web/api/review.ts'
import { type Departures, nextToFocus, type Phase, stillDeparting, withDepartures } from './departures.ts'
import { answeredMeanwhile } from './review-words.ts'

/** How long a row says what a colleague has answered, before it leaves. */
const toldMs = 4_000

export interface QueueItem {
  readonly id: string
  readonly user: { readonly id: string; readonly displayName: string }
}

/** Where a row is on its way, and what has come of its last answer. */
export interface RowState {
  readonly phase: Phase | null
  /** The open panel, or what the row says. */
  readonly note: string
  readonly isPending: boolean
  /** Why the last answer failed; null if it did not. */
  readonly failure: string | null
}

export interface Queue<Row> {
  readonly region: RefObject<HTMLDivElement | null>
  readonly title: RefObject<HTMLHeadingElement | null>
  readonly shown: readonly Row[]
  readonly stateOf: (row: Row) => RowState
  /** Opens a panel in the row, which then stays even if the list is read without it. */
  readonly open: (row: Row, panel: string) => void
  /** Closes the panel and gives the focus to the row. */
  readonly close: (row: Row) => void
  /** Sends an answer. On success the row leaves; true then. Answered by a colleague already, it says so and leaves. */
  readonly answer: (row: Row, act: () => Promise<unknown>) => Promise<boolean>
  /** Lets rows leave that were answered together. */
  readonly leave: (rows: readonly Row[]) => void
  /** Says in the row what went wrong with its answer, as `answer` does. */
  readonly fail: (row: Row, error: unknown) => void
  /** Shows rows again whose answer was taken back, and gives the focus to the first. */
  readonly comeBack: (rows: readonly Row[]) => void
  readonly focus: (row: Row) => void
}

/** The rows of a queue: they are answered in place, slide out, and hand the focus on. */
export function useQueue<Row extends QueueItem>(rows: readonly Row[]): Queue<Row> {
  const title = useRef<HTMLHeadingElement>(null)
  const { region, shown, departures, latest, set, focusId, focusOnceBack } = useDepartures(rows)
  const { pending, failures, begin, end, setFailure } = useAnswers()
  const later = useTimers()

  function leave(leaving: readonly Row[]): void {
    if (isFocusIn(region.current, leaving)) {
      const now = latest.current
      const next = nextToFocus(now.shown, now.departures, new Set(leaving.map(({ id }) => id)))
      if (next) focusId(next.id)
      else title.current?.focus()
    }
    set(leaving, 'leaving')
    later(() => set(leaving, 'gone'), rowLeavesMs)
  }

  function fail(row: Row, error: unknown): void {
    const words = answeredMeanwhile(error)
    if (words === null) {
      setFailure(row.id, displayMessage(error))
      return
    }
    focusId(row.id)
    set([row], 'told', words)
    later(() => leave([row]), toldMs)
  }

  async function answer(row: Row, act: () => Promise<unknown>): Promise<boolean> {
    if (!begin(row.id)) return false
    try {
      await act()
      leave([row])
      return true
    } catch (error) {
      fail(row, error)
      return false
    } finally {
      end(row.id)
    }
  }

  return {
    region,
    title,
    shown,
    stateOf: ({ id }) => ({
      phase: departures.get(id)?.phase ?? null,
      note: departures.get(id)?.note ?? '',
      isPending: pending.has(id),
      failure: failures.get(id) ?? null,
    }),
    open: (row, panel) => {
      setFailure(row.id, null)
      set([row], 'open', panel)
    },
    close: (row) => {
      set([row], null)
      focusId(row.id)
    },
    answer,
    leave,
    fail,
    comeBack: (returned) => {
      set(returned, null)
      focusOnceBack(returned[0]?.id ?? null)
    },
    focus: ({ id }) => focusId(id),
  }
}

/** Which rows are on their way, and which are shown because of it. */
function useDepartures<Row extends QueueItem>(rows: readonly Row[]) {
  const region = useRef<HTMLDivElement>(null)
  const [departures, setDepartures] = useState<Departures<Row>>(new Map())
  const [awaited, focusOnceBack] = useState<string | null>(null)
  const shown = withDepartures(rows, departures)
  const still = stillDeparting(rows, departures)
  if (still !== departures) setDepartures(still)
  // What an answer or a timer calls must go by the rows of its own moment.
  const latest = useRef({ shown, departures })
  latest.current = { shown, departures }

  const focusId = useCallback(
    (id: string) => region.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus(),
    [],
  )
  const isBack = awaited !== null && shown.some(({ id }) => id === awaited)
  useEffect(() => {
    if (!isBack || awaited === null) return
    focusOnceBack(null)
    focusId(awaited)
  }, [isBack, awaited, focusId])

  const set = (changed: readonly Row[], phase: Phase | null, note = '') =>
    setDepartures((before) => {
      const after = new Map(before)
      for (const row of changed) {
        const place = before.get(row.id)?.place ?? latest.current.shown.findIndex(({ id }) => id === row.id)
        if (phase === null) after.delete(row.id)
        else after.set(row.id, { row, place, phase, note })
      }
      return after
    })
  return { region, shown, departures, latest, set, focusId, focusOnceBack }
}

/** Whether one of the rows has the focus, or nothing has: its button may have gone with the answer. */
function isFocusIn(region: HTMLElement | null, rows: readonly { readonly id: string }[]): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return true
  const focused = activeElement.closest<HTMLElement>('[data-row]')
  if (!focused) return activeElement.closest('[data-selection]') !== null
  return region?.contains(focused) === true && rows.some(({ id }) => id === focused.dataset.row)
}

/** Which rows are being answered, and which answers failed. */
function useAnswers() {
  const underWay = useRef(new Set<string>())
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const setFailure = (id: string, failure: string | null) =>
    setFailures((before) => {
      const after = new Map(before)
      if (failure === null) after.delete(id)
      else after.set(id, failure)
      return after
    })
  return {
    pending,
    failures,
    setFailure,
    /** False if the row is being answered already. */
    begin(id: string): boolean {
      if (underWay.current.has(id)) return false
      underWay.current.add(id)
      setPending(new Set(underWay.current))
      setFailure(id, null)
      return true
    },
    end(id: string): void {
      underWay.current.delete(id)
      setPending(new Set(underWay.current))
    },
  }
}

/** Timers that end with the component. What they call is what the latest drawing would. */
function useTimers() {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])
  return (act: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      act()
    }, ms)
    timers.current.add(timer)
  }
}
