import { UUID } from 'uuidv7'
import type { Missed as Changes } from '#contract/missed.ts'
import { liveTopics, ownTopics, type Topic } from '#contract/topics.ts'
import { dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { type Clock, machineClockMs, monotonicMs } from '#server/clock.ts'
import { announcedForMs } from '#server/db/announced.ts'
import type { Announcement, Listener } from '#server/db/announcement.ts'
import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

/** A change is noted before it is committed, and told a moment later. */
const marginMs = 10_000
/** How much later than its id a report may have been made: by the clock of another machine, after waiting for others. */
const reportMarginMs = 50_000
/** The most members whose own changes are kept, and the most reports that are read at a start. */
const mostMembers = 20_000
/** The most members who are named because their points have changed. */
const mostNamed = 100
/** What a report may change. A plain report leaves its row and no announcement. */
const reportTopics: readonly Topic[] = [
  'totals',
  'activities',
  'reports',
  'streaks',
  'shares',
  'achievements',
]

const listAnnounced = query({
  name: 'list_announced',
  sql: `select topics, members, extract(epoch from clock_timestamp() - at)::float8 * 1000 as "ageMs"
   from announcements where at > clock_timestamp() - $keptMs * interval '1 millisecond' order by at`,
  params: { keptMs: col.float },
  row: { topics: col.words(liveTopics), members: col.nullable(col.ids<'user'>()), ageMs: col.float },
})
// Before that, a new or restored database, or one of an older release, knew nothing of what it holds now.
const readSchemaAge = query({
  name: 'read_schema_age',
  sql: `select extract(epoch from clock_timestamp() - max(applied_at))::float8 * 1000 as "ageMs" from schema_migrations`,
  row: { ageMs: col.float },
})
const listLateReports = query({
  name: 'list_late_reports',
  sql: `select id, user_id as "userId" from interactions where id between $from and $to order by id desc limit $limit`,
  params: { from: col.uuid, to: col.uuid, limit: col.int },
  row: { id: col.uuid, userId: col.id<'user'>() },
})

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly timeZone: string
}

/**
 * Knows what has changed in the last hour, so that a window which connects again reads only that. Before the start of this
 * process it is what the database has noted; since then, what this process has heard.
 */
export class Missed {
  readonly #needs: Needs
  /** When each topic last changed for everybody, by `monotonicMs`. */
  #shared = new Map<Topic, number>()
  /** The same for members' own topics; who was last changed is last. */
  #own = new Map<UserId, Map<Topic, number>>()
  /** Whose points changed when, last of all the latest; the earlier ones are forgotten. */
  #scorers = new Map<UserId, number>()
  /** Before this moment others may have got points, too. */
  #scorersSinceMs = Number.NEGATIVE_INFINITY
  /** Who heard nothing since an earlier moment than this one may have missed something that is not known. */
  #knownSinceMs = Number.POSITIVE_INFINITY
  #loading: Promise<void> | null = null
  #isLoaded = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  readonly hear: Listener = (announcement) => this.#note(announcement, monotonicMs())

  /** Reads what was noted before this process heard anything. Resolves also if that fails; then the next call tries again. */
  async load(): Promise<void> {
    if (this.#isLoaded) return
    this.#loading ??= this.#read(this.#own).catch(() => undefined)
    const reading = this.#loading
    await reading
    if (this.#loading === reading) this.#loading = null
  }

  /** Forgets everything, because announcements may have been missed. What the database has noted is read again. */
  forget(): void {
    this.#isLoaded = false
    this.#loading = null
    this.#knownSinceMs = Number.POSITIVE_INFINITY
    this.#shared = new Map()
    this.#own = new Map()
    this.#scorers = new Map()
    this.#scorersSinceMs = Number.NEGATIVE_INFINITY
  }

  /** What changed for a member in so many milliseconds until now; null if that is not known. */
  since(awayMs: number, memberId: UserId): Changes | null {
    const heardMs = monotonicMs() - awayMs
    // Answers also change with the day.
    if (!this.#isLoaded || heardMs < this.#knownSinceMs || this.#isFromAnotherDay(awayMs)) return null
    const fromMs = heardMs - marginMs
    const changed = [...this.#shared, ...(this.#own.get(memberId) ?? [])].filter(([, atMs]) => atMs >= fromMs)
    const scorers = [...this.#scorers].filter(([, atMs]) => atMs >= fromMs).map(([id]) => id)
    return {
      topics: [...new Set(changed.map(([topic]) => topic))],
      members: fromMs < this.#scorersSinceMs ? null : scorers,
    }
  }

  #isFromAnotherDay(awayMs: number): boolean {
    const { clock, timeZone } = this.#needs
    const now = clock.now()
    return dayOf(now, timeZone) !== dayOf(new Date(now.getTime() - awayMs), timeZone)
  }

  async #read(kept: unknown): Promise<void> {
    const { db } = this.#needs
    const { ageMs } = await readSchemaAge.one(db, {})
    const readAtMs = monotonicMs()
    const clockMs = machineClockMs()
    const wanted = {
      from: idAt(clockMs - announcedForMs),
      to: idAt(clockMs + reportMarginMs),
      limit: mostMembers,
    }
    const ageOf = (id: string) => clockMs - madeAtMs(id)
    const [rows, reports] = await Promise.all([
      listAnnounced(db, { keptMs: announcedForMs }),
      listLateReports(db, wanted),
    ])
    // Forgotten meanwhile: something may be missing from what was read.
    if (kept !== this.#own) return
    const oldest = reports.length < mostMembers ? undefined : reports.at(-1)
    const notedForMs = oldest ? ageOf(oldest.id) : announcedForMs
    const knownForMs = Math.min(ageMs, notedForMs - marginMs - reportMarginMs)
    this.#knownSinceMs = readAtMs - knownForMs
    for (const { userId, id } of reports.toReversed())
      this.#note(
        { topics: reportTopics, members: [userId] },
        readAtMs - Math.max(0, ageOf(id) - reportMarginMs),
      )
    for (const { topics, members, ageMs: rowAgeMs } of rows)
      this.#note({ topics, ...(members && { members }) }, readAtMs - rowAgeMs)
    this.#isLoaded = true
  }

  #note({ topics = [], members }: Announcement, atMs: number): void {
    for (const topic of topics) {
      if (!liveTopics.includes(topic)) continue
      if (topic === 'totals') this.#noteScorers(members, atMs)
      if (members === undefined || !ownTopics.includes(topic)) noteLatest(this.#shared, topic, atMs)
      else for (const id of members) this.#noteOwn(id, topic, atMs)
    }
  }

  #noteScorers(members: readonly UserId[] | undefined, atMs: number): void {
    if (members === undefined) this.#scorersSinceMs = Math.max(this.#scorersSinceMs, atMs)
    for (const id of members ?? []) {
      const latestMs = Math.max(atMs, this.#scorers.get(id) ?? Number.NEGATIVE_INFINITY)
      this.#scorers.delete(id)
      this.#scorers.set(id, latestMs)
      const [oldest] = this.#scorers
      if (this.#scorers.size <= mostNamed || oldest === undefined) continue
      this.#scorers.delete(oldest[0])
      this.#scorersSinceMs = Math.max(this.#scorersSinceMs, oldest[1] + 1)
    }
  }

  #noteOwn(id: UserId, topic: Topic, atMs: number): void {
    const own = this.#own.get(id) ?? new Map<Topic, number>()
    noteLatest(own, topic, atMs)
    this.#own.delete(id)
    this.#own.set(id, own)
    const [oldest] = this.#own
    if (this.#own.size <= mostMembers || oldest === undefined) return
    this.#own.delete(oldest[0])
    this.#knownSinceMs = Math.max(this.#knownSinceMs, Math.max(...oldest[1].values()) + marginMs)
  }
}

function noteLatest(topics: Map<Topic, number>, topic: Topic, atMs: number): void {
  topics.set(topic, Math.max(atMs, topics.get(topic) ?? Number.NEGATIVE_INFINITY))
}

/** The smallest id that is made at a moment. */
function idAt(ms: number): string {
  return UUID.fromFieldsV7(ms, 0, 0, 0).toString()
}

/** When an id was made, in milliseconds since 1970. */
function madeAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
