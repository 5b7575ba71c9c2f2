import { setTimeout as sleep } from 'node:timers/promises'
import { type BoardWindow, windowKinds } from '#domain/board-windows.ts'
import { addDays, type Day, dayOf } from '#domain/days.ts'
import type { WindowId } from '#domain/ids.ts'
import { type KeptWindow, type WindowDays, windowAt } from '#domain/windows.ts'
import type { Folding } from '#server/db/folding.ts'
import type { Db } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { RowOf } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { getBoardSettings } from '../board-settings/store.ts'
import * as store from './store.ts'

/** So many members are built at once. In the embedded engine all others wait for that. */
const builtAtOnce = { postgres: 2_147_483_647, pglite: 300 } as const
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
  const { db, clock, config } = deps
  const day = dayOf(clock.now(), config.timeZone)
  return readWhole(deps, await store.findWindow.first(db, { kind, day }), async () => {
    const { weekStartsOn } = await getBoardSettings(db)
    return { kind, ...windowAt(kind, day, weekStartsOn) }
  })
}

/** The same for the days of a contest between teams: the scores of its teams. */
export async function readContestWindow(deps: Deps, days: WindowDays): Promise<WindowId | null> {
  const wanted = { kind: 'contest', ...days } as const
  return readWhole(deps, await store.findWindowOf.first(deps.db, wanted), async () => wanted)
}

type Wanted = WindowDays & { readonly kind: KeptWindow }

async function readWhole(
  deps: Deps,
  known: RowOf<typeof store.findWindow> | null,
  wanted: () => Promise<Wanted>,
): Promise<WindowId | null> {
  const { db } = deps
  let found = known ?? (await open(deps, await wanted()))
  if (found && !found.isWhole) {
    await buildForReader(deps, found.id)
    found = await store.findWindowOf.first(db, found)
  }
  if (!found?.isWhole) return null
  await store.foldBookings.one(db, {})
  return found.id
}

/**
 * Opens the present windows, those after them and those of contests between teams, builds what is missing, and deletes
 * those that have ended. The next ones are empty, so nothing has to be built when they begin.
 */
export async function keepWindows(deps: Keeper, isOver: () => boolean): Promise<void> {
  const { db, clock, config } = deps
  const { weekStartsOn } = await getBoardSettings(db)
  const today = dayOf(clock.now(), config.timeZone)
  const windowOf = (kind: BoardWindow, day: Day) => ({ kind, ...windowAt(kind, day, weekStartsOn) })
  const present = windowKinds.map((kind) => windowOf(kind, today))
  const next = present.map(({ kind, endDate }) => windowOf(kind, addDays(endDate, 1)))
  const contests = (await store.listTeamContests(db, {})).map(
    (days) => ({ kind: 'contest', ...days }) as const,
  )
  const wanted: readonly Wanted[] = [windowOf('all', today), ...present, ...next, ...contests]
  for (const each of wanted) if (!(await store.findWindowOf.first(db, each))) await open(deps, each)
  for (const { id, isWhole, ...found } of await store.listWindows(db, {})) {
    const isWanted = wanted.some(
      ({ kind, startDate, endDate }) =>
        kind === found.kind && startDate === found.startDate && endDate === found.endDate,
    )
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

async function open({ db, clock }: Keeper, wanted: Wanted) {
  await store.openWindow(db, { id: newId(), ...wanted, now: clock.now() })
  return store.findWindowOf.first(db, wanted)
}

/** Builds a window for as long as a reader waits. On PostgreSQL that is one statement, which goes on afterwards. */
async function buildForReader(deps: Deps, id: WindowId): Promise<void> {
  const timeout = AbortSignal.timeout(answerWithinMs)
  const isOver = () => timeout.aborted
  const building = buildWindow(deps, id, isOver).catch((error: unknown) => {
    if (!isOver()) throw error
    deps.log.warn({ err: error }, 'could not build a window')
  })
  await Promise.race([building, sleep(answerWithinMs)])
}

/** Builds a window until it is whole, or ends. Several may work on the same one: they take turns. */
async function buildWindow({ db }: Keeper, id: WindowId, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const step = await takeStep(db, { id, portion: builtAtOnce[db.engine] })
    if (step === null || step === 'whole') return
    if (step === 'busy') await sleep(busyMs)
  }
}

function takeStep(db: Db, wanted: { id: WindowId; portion: number }) {
  return db.transaction(async (tx) => {
    await store.allowAnyTime.one(tx, {})
    return (await store.buildNext.one(tx, wanted)).step
  })
}

async function dropEnded({ db }: Keeper, isOver: () => boolean): Promise<void> {
  for (const { id } of await store.listEndedWindows(db, {})) {
    let dropped = droppedPortion
    while (dropped === droppedPortion && !isOver())
      dropped = (await store.dropScores.one(db, { id, portion: droppedPortion })).dropped
  }
}
