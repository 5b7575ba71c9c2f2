import { eq } from 'drizzle-orm'
import type { AutomationSettings } from '#domain/automation.ts'
import type { Day } from '#domain/days.ts'
import { asId, type ContestId, type PostId, type UserId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import { newId } from '#server/db/new-id.ts'
import { contests } from '#server/db/schema/contests.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { Deps } from '#server/deps.ts'
import { putAutomation } from '#server/features/automation/store.ts'
import { buildStandings } from '#server/features/contests/commands.ts'
import { insertBuild } from '#server/features/contests/store.ts'
import { asFixture } from '#test/support/checked-database.ts'

export interface PostFields {
  readonly platform?: Platform
  readonly authorName?: string
  readonly content?: string
  readonly postUrl?: string | null
  readonly imageUrl?: string | null
  readonly at?: Date
  readonly brand?: string
  readonly question?: string
  /** In the author's order. */
  readonly angles?: readonly string[]
  /** Whether it still waits for its time. */
  readonly isScheduled?: boolean
  readonly isDeleted?: boolean
}

/** Inserts a post directly into the database and returns its id. */
export async function insertPost({ db, clock }: Deps, fields: PostFields = {}): Promise<PostId> {
  const id = newId<'post'>()
  const at = fields.at ?? clock.now()
  await db.orm.insert(posts).values({
    id,
    identity: id,
    brand: fields.brand ?? 'default',
    platform: fields.platform ?? 'linkedin',
    authorName: fields.authorName ?? 'Northwind',
    authorHandle: '@northwind',
    content: fields.content ?? 'We have news.',
    postUrl: fields.postUrl ?? null,
    imageUrl: fields.imageUrl ?? null,
    question: fields.question ?? null,
    angles: [...(fields.angles ?? [])],
    originalPostDate: at,
    createdAt: at,
    updatedAt: at,
    publishedAt: fields.isScheduled ? null : at,
    deletedAt: fields.isDeleted ? at : null,
  })
  return id
}

/** Disables an account. */
export async function disableMember({ db, clock }: Deps, id: UserId): Promise<void> {
  await db.orm.update(users).set({ disabledAt: clock.now() }).where(eq(users.id, id))
}

/** Inserts a contest with the standings of its days, which stand under its own id, and returns that. */
export async function insertContest(
  deps: Deps,
  window: { startDate: Day; endDate: Day },
): Promise<ContestId> {
  const { db, clock } = deps
  const id = newId<'contest'>()
  const standingsId = asId<'standings'>(id)
  const now = clock.now()
  const row = { id, standingsId, title: 'Spring contest', createdAt: now, isActive: false, ...window }
  await db.orm.insert(contests).values(row)
  await insertBuild(db, { id: standingsId, contestId: id, ...window, now })
  await buildStandings(deps, { id: standingsId, doneUpTo: null }, { isOver: () => false })
  return id
}

/** Puts the settings of the integrations straight into the database. */
export function setAutomation({ db }: Deps, settings: AutomationSettings): Promise<unknown> {
  return asFixture(() => putAutomation(db, settings))
}
