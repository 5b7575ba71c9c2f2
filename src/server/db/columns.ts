import { customType, date, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Day } from '#domain/days.ts'
import type { Id, Identified } from '#domain/ids.ts'

export const idOf = <Of extends Identified>(name: string) => uuid(name).$type<Id<Of>>()
/** A moment, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
/** A day of the workspace, as `YYYY-MM-DD`. */
export const workspaceDay = (name: string) => date(name, { mode: 'string' }).$type<Day>()

/** A word from a closed list. An unknown one, written by a later release, is passed on unchanged. */
export const word = <Word extends string>(name: string, words: readonly Word[]) =>
  customType<{ data: Word; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => value,
    fromDriver: (value) => words.find((candidate) => candidate === value) ?? (value as Word),
  })(name)
