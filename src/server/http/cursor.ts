import { z } from 'zod'
import { invalidField } from '#server/errors.ts'

/** A place in a list that is sorted by an instant and then by id, both newest first. */
export interface Place {
  readonly at: Date
  readonly id: string
}

const encoded = z.tuple([z.iso.datetime(), z.uuid()])

/** The opaque text under which a client asks for what follows a place. */
export function cursorAfter({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url')
}

/** The place that a cursor names. Throws a 400 that names the field when it is none of ours. */
export function placeOf(cursor: string): Place {
  try {
    const [at, id] = encoded.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const place = { at: new Date(at), id }
    // The decoder skips what is no base64, and the database knows no year 0.
    if (cursorAfter(place) === cursor && place.at.getUTCFullYear() > 0) return place
  } catch {
    // Not even of the right form.
  }
  throw invalidField('cursor', 'The cursor is not one that this list gave')
}
