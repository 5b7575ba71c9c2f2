import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Topic, topicsOf } from '#contract/topics.ts'
import type { UserId } from '#domain/ids.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import type { Announcement, Listener } from './announcement.ts'
import { DatabaseFailure } from './failure.ts'
import type { Db } from './handle.ts'
import { countKnownMigrations } from './migrate.ts'
import { col, query } from './query.ts'

/** An answer of the replica is at most so old. */
const oldestMs = 5_000
/** So long a list waits for the replica to catch up, before the primary is asked. */
const longestWaitMs = 150
const pauseMs = 20
/** After a wait in vain nobody waits for so long. */
const restMs = 1_000
const warnEveryMs = 60_000
const never = Number.NEGATIVE_INFINITY

/** What a replica has in common with its primary alone: the database, the cluster, and how often a replica took over. */
const lineage = `current_database()::text || '/' || (select system_identifier::text from pg_control_system()) || '/' ||
  (select timeline_id::text from pg_control_checkpoint())`

// Also what is not written to the log's file yet: without synchronous_commit, commits are answered before they are.
const getPosition = query({
  name: 'get_log_position',
  sql: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position, ${lineage} as lineage`,
  row: { position: col.float, lineage: col.text },
})
const getProgress = query({
  name: 'get_replica_progress',
  sql: `select pg_is_in_recovery() as "isReplica", ${lineage} as lineage,
     coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as replayed,
     (select count(*)::int from schema_migrations) as migrations`,
  row: { isReplica: col.bool, lineage: col.text, replayed: col.float, migrations: col.int },
})

/** A list that is read. */
interface Asked {
  /** Whose topics say which changes it shows; null when no live message makes anybody read it again. */
  readonly shows: Endpoint | null
  /** Who reads it. They see what they wrote. */
  readonly by: UserId
  /** Whether it has to show everything that was committed before. */
  readonly isExact?: boolean
}

/** Passes announcements to this process and to the other instances. */
interface Live {
  announce(announcement: Announcement): void
  listen(listener: Listener): void
}

interface Parts {
  readonly db: Db
  /** Null when there is no replica. */
  readonly url: string | null
  readonly live: Live
  readonly log: Log
}

/** Where lists are read, with the replica if there is one. No connection is opened before the first list. */
export async function openReads({ db, url, live, log }: Parts): Promise<Reads> {
  if (url === null) return new Reads(db, null, { live, log })
  const { openReplica } = await import('./postgres.ts')
  // A replica that ends its connections may come back with less than it had.
  const replica: Replica = new Replica(
    db,
    openReplica(url, () => replica.forget()),
  )
  return new Reads(db, replica, { live, log })
}

/**
 * Reads lists from the replica where that shows no member an answer that is too old for them, and otherwise from the
 * primary. Never for what decides a write, fills a cache, or is about sessions.
 */
export class Reads {
  /** Lists by where they were read; null without a replica. The repeated ones failed on the replica. */
  readonly counts: { replica: number; primary: number; repeated: number } | null
  readonly #primary: Db
  readonly #replica: Replica | null
  readonly #live: Live
  readonly #log: Log
  readonly #touchedMs = new Map<Topic, number>()
  /** When members last wrote something, the latest last. */
  readonly #wroteMs = new Map<UserId, number>()
  /** When each thing was last said in the log, the latest last. */
  readonly #warnedMs = new Map<string, number>()

  constructor(primary: Db, replica: Replica | null, { live, log }: Pick<Parts, 'live' | 'log'>) {
    this.#primary = primary
    this.#replica = replica
    this.#live = live
    this.#log = log
    this.counts = replica && { replica: 0, primary: 0, repeated: 0 }
    if (replica) live.listen((announcement) => this.#hear(announcement))
  }

  /** Reads a list. `work` may run twice, so it must only read. */
  async list<Result>(asked: Asked, work: (db: Db) => Promise<Result>): Promise<Result> {
    const { counts } = this
    if (!this.#replica || !counts) return work(this.#primary)
    const failure = await this.#replica.catchUp(this.#neededMs(asked))
    if (failure !== null) {
      if (failure !== 'behind') this.#warn(failure, { reason: failure }, 'lists are read from the primary')
      counts.primary++
      return work(this.#primary)
    }
    try {
      const result = await work(this.#replica.db)
      counts.replica++
      return result
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error
      this.#replica.forget()
      this.#warn('failed', { err: error }, 'the replica failed, and its list was read from the primary')
      counts.repeated++
      return work(this.#primary)
    }
  }

  /** Notes on all instances that a member has written something. */
  noteWrite(memberId: UserId): void {
    if (this.#replica) this.#live.announce({ writers: [memberId] })
  }

  async close(): Promise<void> {
    await this.#replica?.db.close()
  }

  #hear({ topics = [], writers = [] }: Announcement): void {
    const nowMs = monotonicMs()
    for (const topic of topics) this.#touchedMs.set(topic, nowMs)
    for (const id of writers) {
      this.#wroteMs.delete(id)
      this.#wroteMs.set(id, nowMs)
    }
    for (const [id, atMs] of this.#wroteMs) {
      if (atMs > nowMs - oldestMs) break
      this.#wroteMs.delete(id)
    }
  }

  /** The replica must have everything that was committed before this moment. */
  #neededMs({ shows, by, isExact = false }: Asked): number {
    const nowMs = monotonicMs()
    if (isExact) return nowMs
    const touchedMs = shows ? topicsOf(shows).map((topic) => this.#touchedMs.get(topic) ?? never) : []
    return Math.max(nowMs - oldestMs, this.#wroteMs.get(by) ?? never, ...touchedMs)
  }

  /** Says each thing once a minute, so that one cause does not hide another. */
  #warn(cause: string, details: object, message: string): void {
    const nowMs = monotonicMs()
    for (const [said, atMs] of this.#warnedMs) {
      if (atMs > nowMs - warnEveryMs) break
      this.#warnedMs.delete(said)
    }
    if (this.#warnedMs.has(cause)) return
    this.#warnedMs.set(cause, nowMs)
    this.#log.warn(details, message)
  }
}

/** Where the primary's log ended at a moment. Whatever was committed before is in front of that position. */
interface Sample {
  readonly atMs: number
  readonly position: number
}

/** A streaming replica, and what it surely has. It is asked only when somebody wants to read from it. */
export class Replica {
  readonly db: Db
  readonly #primary: Db
  #samples: Sample[] = []
  /** It has everything that was committed before. */
  #freshMs = never
  #lookedMs = never
  #restsUntilMs = never
  #looking: Promise<void> | null = null
  #failure: string | null = null
  /** How often everything has been forgotten. */
  #era = 0

  constructor(primary: Db, db: Db) {
    this.#primary = primary
    this.db = db
  }

  /**
   * Waits a short while until the replica has everything that was committed before a moment. Returns null then, and
   * otherwise why it may not be read: `behind` for what happens to every replica now and then.
   */
  async catchUp(neededMs: number): Promise<string | null> {
    const endMs = monotonicMs() + longestWaitMs
    while (this.#freshMs < neededMs) {
      const nowMs = monotonicMs()
      if (nowMs < this.#restsUntilMs) return this.#failure ?? 'behind'
      if (nowMs >= endMs) {
        this.#restsUntilMs = nowMs + restMs
        if (this.#freshMs < nowMs - oldestMs) this.#failure = 'slow, or more than five seconds behind'
        return this.#failure ?? 'behind'
      }
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null
      })
      await Promise.race([this.#looking, sleep(endMs - nowMs)])
    }
    return null
  }

  /** Nothing is known of the replica any more. */
  forget(): void {
    this.#samples = []
    this.#freshMs = never
    this.#era++
  }

  /** One look serves all who wait. It is no use to those who need what was committed since it began. */
  async #look(): Promise<void> {
    const waitMs = this.#lookedMs + pauseMs - monotonicMs()
    if (waitMs > 0) await sleep(waitMs)
    const atMs = monotonicMs()
    const era = this.#era
    this.#lookedMs = atMs
    try {
      const { position, lineage: wanted } = await getPosition.one(this.#primary, {})
      const { replayed, ...found } = await getProgress.one(this.db, {})
      this.#failure = found.isReplica ? null : 'not a replica'
      if (found.lineage !== wanted) this.#failure = 'a replica of another database'
      if (found.migrations !== (await countKnownMigrations())) this.#failure = 'another version of the schema'
      if (this.#failure === null) {
        if (era === this.#era) this.#note({ atMs, position }, replayed)
        return
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : 'unknown'
    }
    this.forget()
    this.#restsUntilMs = monotonicMs() + restMs
  }

  #note(sample: Sample, replayed: number): void {
    const samples = [...this.#samples.filter(({ atMs }) => atMs > sample.atMs - oldestMs), sample]
    const newest = samples.findLastIndex(({ position }) => position <= replayed)
    this.#freshMs = samples[newest]?.atMs ?? this.#freshMs
    this.#samples = samples.slice(newest + 1)
  }
}
