import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { deliveryDirections, deliveryOutcomes, deliverySenders } from '#domain/deliveries.ts'
import {
  defaultChoices,
  directChoices,
  directKinds,
  directMedia,
  mailChoices,
} from '#domain/direct-messages.ts'
import { platforms } from '#domain/vocabulary.ts'
import { idOf, instant, word, workspaceDay } from '#server/db/columns.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'

// What joins the product to the tools around it: hooks in and out, the chat, links and accounts elsewhere.

/** Answers already given to hook deliveries that carried an id, so that a repeat gets the same one. */
export const hookReceipts = pgTable(
  'hook_receipts',
  {
    route: text('route').notNull(),
    deliveryId: text('delivery_id').notNull(),
    answer: jsonb('answer').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.route, table.deliveryId] }),
    index('hook_receipts_by_age').on(table.receivedAt),
  ],
)

/** Addresses of other systems that are told of events, each delivery signed with the webhook's own secret. */
export const webhooks = pgTable('webhooks', {
  id: idOf<'webhook'>('id').primaryKey(),
  url: text('url').notNull(),
  events: text('events').array().notNull(),
  /** Signs what is sent, so it is stored as it is. */
  secret: text('secret').notNull(),
  createdBy: idOf<'user'>('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: instant('created_at').notNull(),
  /** Set while nothing is sent: an administrator paused it, or its receiver answered that it is gone. */
  pausedAt: instant('paused_at'),
  pauseReason: text('pause_reason'),
  /** A deleted webhook stays for the log of its deliveries. */
  deletedAt: instant('deleted_at'),
})

/** Every delivery of a hook, in and out, with how it ended; kept for 30 days. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: idOf<'delivery'>('id').primaryKey(),
    direction: word('direction', deliveryDirections).notNull(),
    /** Coming in the path of the hook, going out the name of what happened. */
    route: text('route').notNull(),
    sender: word('sender', deliverySenders).notNull(),
    actorId: idOf<'user'>('actor_id').references(() => users.id),
    outcome: word('outcome', deliveryOutcomes).notNull(),
    /** The HTTP status that was answered, or that the other side answered. */
    status: integer('status'),
    reason: text('reason'),
    /** As it was understood; null when it was not, or came from a stranger. */
    body: jsonb('body'),
    /** The webhook that a delivery goes out to; null for the automation service and for what comes in. */
    webhookId: idOf<'webhook'>('webhook_id').references(() => webhooks.id),
    /** The delivery of which this is a repeat. */
    replayOf: idOf<'delivery'>('replay_of'),
    tries: integer('tries').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('deliveries_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('deliveries_by_outcome').on(
      table.direction,
      table.outcome,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('deliveries_of_webhook')
      .on(table.webhookId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`webhook_id is not null`),
  ],
)

/** What the team chat is told. Sent in the order of the ids, each at least once. */
export const chatNotifications = pgTable(
  'chat_notifications',
  {
    id: idOf<'notification'>('id').primaryKey(),
    /** What it tells of; the same is told once. */
    key: text('key').notNull().unique(),
    notification: jsonb('notification').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** When it was tried for the last time without success. */
    failedAt: instant('failed_at'),
    /** What the chat said last when it did not take it. */
    failure: text('failure'),
  },
  (table) => [
    index('chat_notifications_waiting').on(table.id).where(sql`sent_at is null and failed_at is null`),
    index('chat_notifications_failed').on(table.id).where(sql`failed_at is not null`),
  ],
)

/** What members choose about messages to them alone. Whoever has no row has the defaults. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: idOf<'user'>('user_id')
      .primaryKey()
      .references(() => users.id),
    direct: word('direct', directChoices).notNull().default(defaultChoices.direct),
    /** Times of the member's own day, `hh:mm`. */
    quietFrom: text('quiet_from').notNull().default(defaultChoices.quiet.from),
    quietTo: text('quiet_to').notNull().default(defaultChoices.quiet.to),
    email: word('email', mailChoices).notNull().default(defaultChoices.email),
    /** Slack's id of the conversation with the member, once it was opened. */
    chatChannel: text('chat_channel'),
    /** The address that the member gave and confirmed, in small letters. Another address is not confirmed by it. */
    confirmedEmail: text('confirmed_email'),
  },
  (table) => [
    index('notification_settings_all').on(table.userId).where(sql`direct = 'all' or email <> 'off'`),
    check(
      'notification_settings_sound',
      sql`quiet_from ~ '^[0-9]{2}:[0-9]{2}$' and quiet_to ~ '^[0-9]{2}:[0-9]{2}$'`,
    ),
  ],
)

/** What single members are told, in the chat or by e-mail. */
export const directMessages = pgTable(
  'direct_messages',
  {
    id: idOf<'directMessage'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    medium: word('medium', directMedia).notNull().default('chat'),
    kind: word('kind', directKinds).notNull(),
    /** What it tells of; the same is told once. */
    key: text('key').notNull().unique(),
    facts: jsonb('facts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The moment before which it is not sent; null for none. */
    notBefore: instant('not_before'),
    /** When it is looked at next. */
    dueAt: instant('due_at').notNull(),
    /** From then on it no longer holds. */
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** The member's own day of the last attempt, and how many attempts of that day may have reached the member. */
    ownDay: workspaceDay('own_day'),
    posts: smallint('posts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** When it was given up: Slack or the mail server does not take it, or it no longer holds. */
    failedAt: instant('failed_at'),
    failure: text('failure'),
  },
  (table) => [
    index('direct_messages_due')
      .on(table.kind, table.dueAt, table.id)
      .where(sql`sent_at is null and failed_at is null and medium = 'chat'`),
    index('direct_messages_mail_due')
      .on(table.dueAt, table.id)
      .where(sql`sent_at is null and failed_at is null and medium = 'mail'`),
    index('direct_messages_ending').on(table.expiresAt).where(sql`sent_at is null and failed_at is null`),
    index('direct_messages_failed')
      .on(table.medium, table.failedAt)
      .where(sql`failed_at is not null and failure not in ('expired', 'not_reachable')`),
    index('direct_messages_of_user').on(table.userId, table.ownDay),
    index('direct_messages_by_age').on(table.createdAt),
    check('direct_messages_sound', sql`posts >= 0 and (own_day is not null or posts = 0)`),
  ],
)

/** How the product works with the scheduling tool and the automation service: one row, none before the first change. */
export const automationSettings = pgTable(
  'automation_settings',
  {
    id: smallint('id').primaryKey().default(1),
    zapierEnabled: boolean('zapier_enabled').notNull().default(true),
    socialPilotEnabled: boolean('social_pilot_enabled').notNull().default(true),
    autoPublish: boolean('auto_publish').notNull().default(false),
    pointsOnSchedule: boolean('points_on_schedule').notNull().default(false),
    pointsOnPublish: boolean('points_on_publish').notNull().default(true),
    /** A secret: whoever knows it can deliver to it. */
    webhookUrl: text('webhook_url'),
  },
  () => [check('automation_settings_one_row', sql`id = 1`)],
)

/** Clicks of people on members' trackable links, one for each visitor, post and day. */
export const linkClicks = pgTable(
  'link_clicks',
  {
    id: idOf<'linkClick'>('id').primaryKey(),
    /** Whose link it is. */
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    postId: idOf<'post'>('post_id')
      .notNull()
      .references(() => posts.id),
    /** A keyed hash; what it was made of is kept nowhere. */
    visitor: text('visitor').notNull(),
    points: integer('points').notNull(),
    clickedAt: instant('clicked_at').notNull(),
  },
  (table) => [
    index('link_clicks_of_visitor').on(table.userId, table.postId, table.visitor, table.clickedAt),
    index('link_clicks_of_post').on(table.postId, table.visitor),
    check('link_clicks_not_negative', sql`points >= 0`),
  ],
)

/** How often machines looked at a member's link: crawlers, previews of chats, browsers that fetch ahead. */
export const linkPreviews = pgTable(
  'link_previews',
  {
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    postId: idOf<'post'>('post_id')
      .notNull()
      .references(() => posts.id),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.postId] })],
)

/** Where a member is to be found on social platforms, by their own word. */
export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: idOf<'socialAccount'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    platform: word('platform', platforms).notNull(),
    handle: text('handle').notNull(),
    profileUrl: text('profile_url'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('social_accounts_once').on(table.userId, table.platform, sql`lower(${table.handle})`),
  ],
)
