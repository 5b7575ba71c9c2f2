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
    return { at: new Date(at), id }
  } catch {
    throw invalidField('cursor', 'The cursor is not one that this list gave')
  }
}
