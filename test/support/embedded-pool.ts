import type { PGlite } from '@electric-sql/pglite'
import { type EmbeddedDatabase, embeddedOn, openEmbedded } from '#server/db/embedded.ts'
import { clear, type Prepared, readPrepared, shapeOf } from '#test/support/database-reset.ts'
import { databaseZone } from '#test/support/postgres.ts'

interface Engine {
  readonly client: PGlite
  readonly prepared: Prepared
  uses: number
}

// The log of an engine only grows, so an engine is thrown away after this many uses.
const mostUses = 30
const mostIdle = 2
const idle: Engine[] = []

/**
 * A prepared embedded database with a handle of its own. Loading one takes half a second. So closing the handle cleans
 * the engine for the next test, or ends it if it cannot be restored.
 */
export async function takeEmbedded(dump: () => Promise<Blob>): Promise<EmbeddedDatabase> {
  const engine = idle.pop() ?? (await openEngine(dump))
  engine.uses++
  const lease: Lease = { isOver: false, listening: [] }
  const db = embeddedOn(leased(engine.client, lease))
  if (databaseZone) await db.script(`set timezone = '${databaseZone}'`)
  return {
    ...db,
    // A plain copy would read this getter only once.
    get orm() {
      return db.orm
    },
    close: async () => {
      if (lease.isOver) throw new Error('PGlite is closed')
      lease.isOver = true
      for (const each of await Promise.allSettled(lease.listening)) {
        if (each.status === 'fulfilled') await each.value()
      }
      if (await restoreForReuse(engine)) idle.push(engine)
      else await engine.client.close()
    },
  }
}

async function openEngine(dump: () => Promise<Blob>): Promise<Engine> {
  const { client } = await openEmbedded(null, await dump())
  return { client, prepared: await readPrepared(client), uses: 0 }
}

async function restoreForReuse({ client, prepared, uses }: Engine): Promise<boolean> {
  if (client.closed || uses >= mostUses || idle.length >= mostIdle) return false
  await client.exec('discard all')
  if ((await shapeOf(client)) !== prepared.shape) return false
  await clear(client, prepared)
  return true
}

interface Lease {
  isOver: boolean
  readonly listening: Promise<() => Promise<void>>[]
}

/** Work that a test leaves running must not reach the database of the next test. */
function leased(client: PGlite, lease: Lease): PGlite {
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'closed') return lease.isOver || target.closed
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...values: unknown[]) => {
        if (lease.isOver) return Promise.reject(new Error('PGlite is closed'))
        const result = Reflect.apply(value, target, values)
        if (name === 'listen') lease.listening.push(result)
        return result
      }
    },
  })
}
