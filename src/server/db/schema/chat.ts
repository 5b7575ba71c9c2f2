import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { chatMessageKinds } from '#domain/chat.ts'
import { idOf, instant, word } from '#server/db/columns.ts'

// What comes from the team chat, and what stands there and has to be kept up to date.

/** Pressed buttons. Each has one effect and one answer, also when the process ends in between; kept for a day. */
export const chatPresses = pgTable(
  'chat_presses',
  {
    /** Also the id of the report that the press makes, so that a second attempt recognises it. */
    id: idOf<'press'>('id').primaryKey(),
    /** A hash of what makes it this press; the same has no effect again. */
    key: text('key').notNull().unique(),
    slackUserId: text('slack_user_id').notNull(),
    actionId: text('action_id').notNull(),
    value: text('value').notNull(),
    /** Where it is answered. A secret, deleted with the answer; null for a press in the Home tab. */
    responseUrl: text('response_url'),
    receivedAt: instant('received_at').notNull(),
    /** When this process or another took it up for the last time. */
    takenAt: instant('taken_at').notNull(),
    /** What the presser is told once it has had its effect. */
    answer: jsonb('answer'),
    tries: integer('tries').notNull().default(0),
    endedAt: instant('ended_at'),
    /** Why no answer arrived. */
    failure: text('failure'),
  },
  (table) => [
    index('chat_presses_waiting').on(table.takenAt).where(sql`ended_at is null`),
    index('chat_presses_by_age').on(table.receivedAt),
  ],
)

/** Messages in the chat that show how things stand, and are updated when that changes. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: idOf<'chatMessage'>('id').primaryKey(),
    kind: word('kind', chatMessageKinds).notNull(),
    /** The post, share or appeal. */
    subjectId: idOf<'post' | 'share' | 'appeal'>('subject_id').notNull(),
    channel: text('channel').notNull(),
    /** The chat's id of the message in its channel. */
    ts: text('ts').notNull(),
    postedAt: instant('posted_at').notNull(),
    /** What it shows, as a hash. */
    shown: text('shown').notNull(),
    shownAt: instant('shown_at').notNull(),
    /** How many changes it may not show yet. */
    changes: integer('changes').notNull().default(0),
    /** How often an update has failed in a row. */
    tries: integer('tries').notNull().default(0),
    /** When it was left as it is for good, and why; null while it is updated. */
    endedAt: instant('ended_at'),
    failure: text('failure'),
  },
  (table) => [
    index('chat_messages_of_subject').on(table.subjectId).where(sql`ended_at is null`),
    index('chat_messages_stale').on(table.shownAt).where(sql`changes > 0 and ended_at is null`),
    index('chat_messages_by_age').on(table.postedAt),
  ],
)
