import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

const quietMs = 200
const longestWaitMs = 30_000
const logBytesBeforeCheckpoint = 32 * 1_048_576

// As autovacuum of PostgreSQL does it: a fifth of the rows for a vacuum, a tenth for the planner's statistics. New rows
// are marked as seen by all in small portions, which does not take a look at the indexes.
const listTables = query({
  name: 'list_tables_for_upkeep',
  sql: `select c.oid::regclass::text as name, s.n_dead_tup > 50 + 0.2 * size as "hasDeadRows",
     s.n_ins_since_vacuum > 5000 as "hasNewRows", s.n_mod_since_analyze > 50 + 0.1 * size as "hasChanged"
     from pg_stat_all_tables s join pg_class c on c.oid = s.relid
       cross join lateral (select greatest(c.reltuples, s.n_live_tup, 0) as size) rows
     where c.relkind = 'r' and c.relpersistence = 'p' and s.schemaname <> 'pg_toast' order by c.relpages, name`,
  row: { name: col.text, hasDeadRows: col.bool, hasNewRows: col.bool, hasChanged: col.bool },
})

// The engine brings its counts up to date once a second at most.
const flushCounts = query({ name: 'flush_counts', sql: 'select pg_stat_force_next_flush()' })

const readLog = query({
  name: 'read_log_since_checkpoint',
  sql: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
  row: { bytes: col.float },
})

interface Upkeep {
  readonly db: Db
  /** Ends the work between two portions. */
  readonly signal: AbortSignal
}

/**
 * Vacuums and analyzes the tables that need it, one portion after another, each in a moment when nobody waits for the
 * engine: it has no autovacuum and does one thing at a time. With `all` it vacuums every table, for the engine counts
 * dead rows only since its start.
 */
export async function tidyTables({ db, signal }: Upkeep, { all = false } = {}): Promise<void> {
  await flushCounts(db, {})
  for (const { name, hasDeadRows, hasNewRows, hasChanged } of await listTables(db, {})) {
    const portions = [
      all || hasDeadRows
        ? `vacuum ${name}`
        : hasNewRows && `vacuum (index_cleanup off, truncate off) ${name}`,
      hasChanged && `analyze ${name}`,
    ]
    for (const portion of portions) {
      if (!portion) continue
      await quietMoment(db, signal)
      if (signal.aborted) return
      await db.script(portion)
    }
  }
}

/** Whether so much was written since the last checkpoint that the next is due. Nothing else limits the engine's log. */
export async function isCheckpointDue(db: Db): Promise<boolean> {
  const row = await readLog.first(db, {})
  return (row?.bytes ?? 0) > logBytesBeforeCheckpoint
}

/** Waits until the engine has had nothing to do for a moment, or for half a minute. */
async function quietMoment(db: Db, signal: AbortSignal): Promise<void> {
  const step = quietMs / 4
  let quietForMs = 0
  for (let waitedMs = 0; waitedMs < longestWaitMs && quietForMs < quietMs; waitedMs += step) {
    if (signal.aborted) return
    await sleep(step, undefined, { ref: false })
    quietForMs = db.load().inUse === 0 ? quietForMs + step : 0
  }
}
