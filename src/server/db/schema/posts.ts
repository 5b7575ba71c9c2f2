import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { platforms } from '#domain/vocabulary.ts'
import { idOf, instant, word } from '#server/db/columns.ts'

// A plain `order by … desc` puts nulls first, and only an index of exactly that order serves it; the builder's own
// `.desc()` makes the other one.

export const posts = pgTable(
  'posts',
  {
    id: idOf<'post'>('id').primaryKey(),
    /** What makes two deliveries the same post; see the posts feature. */
    identity: text('identity').notNull().unique(),
    normalisedUrl: text('normalised_url'),
    brand: text('brand').notNull(),
    platform: word('platform', platforms).notNull(),
    authorName: text('author_name').notNull(),
    authorHandle: text('author_handle').notNull(),
    authorAvatarUrl: text('author_avatar_url'),
    content: text('content').notNull(),
    imageUrl: text('image_url'),
    postUrl: text('post_url'),
    campaignTags: text('campaign_tags').array().notNull().default([]),
    /** What the author asks the readers, on one line. */
    question: text('question'),
    /** Hints at what a comment could be about, in the author's order, each on one line. */
    angles: text('angles').array().notNull().default([]),
    originalPostDate: instant('original_post_date').notNull(),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    sharesCount: integer('shares_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    /** When the counts were true, as their source says. */
    engagementAt: instant('engagement_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
    /** When members could first see it. Null while a scheduled post waits for its time, `originalPostDate`. */
    publishedAt: instant('published_at'),
  },
  (table) => [
    index('posts_newest')
      .on(table.originalPostDate.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // Counts of the feed read nothing but this.
    index('posts_of_feed')
      .on(table.platform, table.brand)
      .where(sql`deleted_at is null and published_at is not null`),
    index('posts_by_url').on(table.normalisedUrl),
    // Shares are searched by the address of their post.
    index('posts_url_words').using('gin', sql`(chr(10) || lower(post_url)) gin_trgm_ops`),
    index('posts_waiting').on(table.originalPostDate).where(sql`published_at is null and deleted_at is null`),
    check('posts_question_sound', sql`char_length(question) between 1 and 200 and question !~ '[\\n\\r]'`),
    // A comparison with an angle that is not there is null, which a check accepts.
    check(
      'posts_angles_sound',
      sql`cardinality(angles) <= 3 and array_position(angles, null) is null
        and char_length(angles[1]) between 1 and 120 and char_length(angles[2]) between 1 and 120
        and char_length(angles[3]) between 1 and 120 and array_to_string(angles, '') !~ '[\\n\\r]'
        and angles[1] <> angles[2] and angles[1] <> angles[3] and angles[2] <> angles[3]`,
    ),
  ],
)

/** Engagement numbers that came before their post. */
export const parkedEngagements = pgTable(
  'parked_engagements',
  {
    normalisedUrl: text('normalised_url').primaryKey(),
    likesCount: integer('likes_count'),
    commentsCount: integer('comments_count'),
    sharesCount: integer('shares_count'),
    viewsCount: integer('views_count'),
    engagementAt: instant('engagement_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('parked_engagements_by_age').on(table.receivedAt)],
)

/** The largest number of members who reported on a post within a few minutes, and when these began. Only of surges. */
export const postSurges = pgTable(
  'post_surges',
  {
    postId: idOf<'post'>('post_id')
      .primaryKey()
      .references(() => posts.id),
    startedAt: instant('started_at').notNull(),
    members: integer('members').notNull(),
  },
  (table) => [index('post_surges_by_time').on(table.startedAt)],
)
