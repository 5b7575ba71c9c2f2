import { setTimeout as sleep } from 'node:timers/promises'
import { type BoardWindow, windowKinds } from '#domain/board-windows.ts'
import { addDays, type Day, dayOf } from '#domain/days.ts'
import type { WindowId } from '#domain/ids.ts'
import { windowAt } from '#domain/windows.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Folding } from '#server/db/folding.ts'
import type { Db } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { getBoardSettings } from '../board-settings/store.ts'
import * as store from './store.ts'

/** So many members are counted at once. In the embedded engine all others wait for that. */
const countedAtOnce = { postgres: 1_000_000, pglite: 300 } as const
/** So many members are written at once at first, and then as many as take this time. Folds wait for them. */
const firstWritten = 500
const mostWritten = 5_000
const writtenWithinMs = 30
/** The pause after each portion, as a share of its time: reports need the processor and the disk too. */
const pauseShare = 0.3
/** After this time, another session's step is looked at again. */
const busyMs = 50
const droppedPortion = 1_000
/** How long a reader waits for a window that is not whole. */
const answerWithinMs = 1_500

type Keeper = Pick<Deps, 'db' | 'clock' | 'config'>

export const windowFolding: Folding = {
  name: 'windows',
  fold: async (db) => (await store.foldBookings.one(db, {})).folded,
  // The embedded engine does nothing else meanwhile.
  most: 100,
  tables: ['window_moves'],
}

/**
 * The window that the present day is in, with everything that was booked before the call. It is opened if it is missing.
 * Null while it is being built. The one of all time has the scores of teams alone.
 */
export async function readWindow(deps: Deps, kind: BoardWindow): Promise<WindowId | null> {
  const day = dayOf(deps.clock.now(), deps.config.timeZone)
  let found = (await store.findWindow.first(deps.db, { kind, day })) ?? (await open(deps, kind, day))
  if (found && !found.isWhole) {
    const timeout = AbortSignal.timeout(answerWithinMs)
    await buildWindow(deps, found.id, () => timeout.aborted)
    found = await store.findWindow.first(deps.db, { kind, day })
  }
  if (!found?.isWhole) return null
  await store.foldBookings.one(deps.db, {})
  return found.id
}

/**
 * Opens the present windows and those after them, builds what is missing, and deletes those that have ended. The next ones
 * are empty, so nothing has to be built when they begin.
 */
export async function keepWindows(deps: Keeper, isOver: () => boolean): Promise<void> {
  const { db, clock, config } = deps
  const { weekStartsOn } = await getBoardSettings(db)
  const today = dayOf(clock.now(), config.timeZone)
  const windowOf = (kind: BoardWindow, day: Day) => ({ kind, day, ...windowAt(kind, day, weekStartsOn) })
  const present = windowKinds.map((kind) => windowOf(kind, today))
  const next = present.map(({ kind, endDate }) => windowOf(kind, addDays(endDate, 1)))
  const wanted = [windowOf('all', today), ...present, ...next]
  for (const { kind, day } of wanted)
    if (!(await store.findWindow.first(db, { kind, day }))) await open(deps, kind, day)
  for (const { id, kind, startDate, isWhole } of await store.listWindows(db, {})) {
    const isWanted = wanted.some((one) => one.kind === kind && one.startDate === startDate)
    if (!isWanted) await store.closeWindow(db, { id })
    else if (!isWhole) await buildWindow(deps, id, isOver)
  }
  await dropEnded(deps, isOver)
}

/** Makes all windows anew from the ledger. Reports go on meanwhile, and a window that is not whole shows no board. */
export async function remakeWindows(deps: Keeper, isOver: () => boolean): Promise<void> {
  for (const { id } of await store.listWindows(deps.db, {})) await store.closeWindow(deps.db, { id })
  await keepWindows(deps, isOver)
}

async function open({ db, clock }: Keeper, kind: BoardWindow, day: Day) {
  const { weekStartsOn } = await getBoardSettings(db)
  await store.openWindow(db, { id: newId(), kind, ...windowAt(kind, day, weekStartsOn), now: clock.now() })
  return store.findWindow.first(db, { kind, day })
}

/** Builds a window step by step until it is whole, or ends. Several may work on the same one: they take turns. */
async function buildWindow({ db }: Keeper, id: WindowId, isOver: () => boolean): Promise<void> {
  let written = firstWritten
  while (!isOver()) {
    const startedAtMs = monotonicMs()
    const step = await takeStep(db, { id, counted: countedAtOnce[db.engine], written })
    const tookMs = monotonicMs() - startedAtMs
    if (step === null || step === 'whole') return
    if (step === 'busy') await sleep(busyMs)
    if (step !== 'writing') continue
    written = nextPortion(written, tookMs)
    await sleep(tookMs * pauseShare)
  }
}

function takeStep(db: Db, wanted: { id: WindowId; counted: number; written: number }) {
  return db.transaction(async (tx) => {
    await store.allowAnyTime.one(tx, {})
    return (await store.buildNext.one(tx, wanted)).step
  })
}

/** As many as would have taken the wanted time, and at most twice as many as before. */
function nextPortion(portion: number, tookMs: number): number {
  const fitting = Math.round((portion * writtenWithinMs) / Math.max(tookMs, 1))
  return Math.max(firstWritten / 5, Math.min(fitting, 2 * portion, mostWritten))
}

async function dropEnded({ db }: Keeper, isOver: () => boolean): Promise<void> {
  for (const { id } of await store.listEndedWindows(db, {})) {
    let dropped = droppedPortion
    while (dropped === droppedPortion && !isOver())
      dropped = (await store.dropScores.one(db, { id, portion: droppedPortion })).dropped
  }
}
