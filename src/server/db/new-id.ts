import { uuidv7 } from 'uuidv7'
import type { Id, Identified } from '#domain/ids.ts'

/** A new id, a UUIDv7. Those of one process sort in the order in which they were made. */
export function newId<Of extends Identified>(): Id<Of> {
  return uuidv7() as Id<Of>
}
