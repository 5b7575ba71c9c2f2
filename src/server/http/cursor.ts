import { z } from 'zod'
import { tableDepth } from '#contract/tables.ts'
import { asId, type Id, type Identified } from '#domain/ids.ts'
import { invalidField } from '#server/errors.ts'

/** A position in a list that is sorted by an instant and then by id, both newest first. */
export interface Place<Of extends Identified = Identified> {
  readonly at: Date
  readonly id: Id<Of>
}

const encoded = z.tuple([z.iso.datetime(), z.uuid()])

/** The opaque text with which a client asks for the entries after a position. */
export function cursorAfter({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url')
}

/** The position that a cursor encodes, or null without one. Throws a 400 that names the field when it is invalid. */
export function placeOf<Of extends Identified>(cursor: string | undefined): Place<Of> | null {
  if (cursor === undefined) return null
  try {
    const [at, id] = encoded.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const place = { at: new Date(at), id: asId<Of>(id) }
    // The decoder skips characters that are not base64, and the database has no year 0.
    if (cursorAfter(place) === cursor && place.at.getUTCFullYear() > 0) return place
  } catch {
    // Not even the right format.
  }
  throw invalidField('cursor', 'The cursor is not valid for this list')
}

/** One page of a list of which `limit` entries and one more were read, with the cursor for the page after it. */
export function pageOf<Row>(rows: readonly Row[], limit: number, placeOfRow: (row: Row) => Place) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? cursorAfter(placeOfRow(last)) : null }
}

/** Where a page of a table begins. Throws a 400 for one that is deeper than tables reach. */
export function offsetOf(page: number, size: number): number {
  const offset = (page - 1) * size
  if (offset < tableDepth) return offset
  const last = Math.ceil(tableDepth / size)
  throw invalidField('page', `Must be at most ${last}: later rows are found by a search or in another order`)
}

/** How many rows a table says there are, from a count that stops one after the most. */
export function tableTotalOf(counted: number, most = tableDepth): { total: number; isMore?: true } {
  return counted > most ? { total: most, isMore: true } : { total: counted }
}
