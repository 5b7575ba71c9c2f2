/**
 * Where a row of a queue is on its way: `open` while its reviewer writes to the member, `told` while it says what a
 * colleague has answered, `leaving` while it moves out, and `gone` until the list has been read without it.
 */
export type Phase = 'open' | 'told' | 'leaving' | 'gone'

export interface Departure<Row> {
  readonly row: Row
  /** Its position when the phase began. */
  readonly place: number
  readonly phase: Phase
  /** What the row says, or the name of the panel that is open in it. */
  readonly note: string
}

export type Departures<Row> = ReadonlyMap<string, Departure<Row>>

interface Identified {
  readonly id: string
}

/**
 * The rows to show: the list without what is gone. A row on its way stays in its place, even if the list was meanwhile
 * read without it.
 */
export function withDepartures<Row extends Identified>(
  rows: readonly Row[],
  departures: Departures<Row>,
): readonly Row[] {
  const shown = rows.filter(({ id }) => departures.get(id)?.phase !== 'gone')
  const known = new Set(rows.map(({ id }) => id))
  for (const { row, place, phase } of departures.values()) {
    if (phase !== 'gone' && !known.has(row.id)) shown.splice(Math.max(place, 0), 0, row)
  }
  return shown
}

/** The departures that still matter: a row that is gone is forgotten once the list has been read without it. */
export function stillDeparting<Row extends Identified>(
  rows: readonly Row[],
  departures: Departures<Row>,
): Departures<Row> {
  const known = new Set(rows.map(({ id }) => id))
  const left = [...departures].filter(([id, { phase }]) => phase !== 'gone' || known.has(id))
  return left.length === departures.size ? departures : new Map(left)
}

/** The row that takes the focus when this one leaves: the next that stays, or else the one before. */
export function nextToFocus<Row extends Identified>(
  shown: readonly Row[],
  departures: Departures<Row>,
  leaving: ReadonlySet<string>,
): Row | null {
  const stays = ({ id }: Row) => {
    const phase = departures.get(id)?.phase
    return !leaving.has(id) && phase !== 'leaving' && phase !== 'told'
  }
  const first = shown.findIndex(({ id }) => leaving.has(id))
  return shown.slice(first + 1).find(stays) ?? shown.slice(0, Math.max(first, 0)).findLast(stays) ?? null
}
