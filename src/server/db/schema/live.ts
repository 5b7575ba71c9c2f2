import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/**
 * What transactions changed in the last hour, for windows that were away meanwhile. Plain reports are not here: each has
 * its row in `interactions`.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    topics: text('topics').array().notNull(),
    /** Null concerns everybody. */
    members: uuid('members').array(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('announcements_by_age').on(table.at)],
)
