import { PGlite, type Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { noteAnnounced } from './announced.ts'
import { Announcements } from './announcement.ts'
import { copyFromEngine, copyToEngine } from './embedded-copy.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
import { failed, guarded } from './failure.ts'
import type { DatabaseLoad, Db, Orm, Statement, StatementValue, Tx } from './handle.ts'
import { assertOutsideTransaction, markTransaction, singleStatement } from './transaction.ts'
import { Turns } from './turns.ts'

/** The embedded database; `client` is for snapshots and maintenance. */
export interface EmbeddedDatabase extends Db {
  readonly client: PGlite
}

const settings = {
  // The engine's own buffers are touched as a whole at its start and lie beside the operating system's.
  shared_buffers: '16MB',
  wal_buffers: '512kB',
  // It keeps each file open that it has ever read, and beyond this number those that were used last.
  max_files_per_process: '256',
  // Parts of its log that a checkpoint has made needless are kept for reuse, up to this size.
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  // The planner looks at 3,000 rows of a table: ten times as many keep everybody waiting for a quarter of a second.
  default_statistics_target: '10',
}
const startParams = [
  PGlite.defaultStartParams,
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
].flat()

/** Opens the embedded database in a folder, or in memory without one, from a dump if one is given. */
export async function openEmbedded(folder: string | null, dump?: Blob): Promise<EmbeddedDatabase> {
  const client = await PGlite.create({
    startParams,
    extensions: { pg_trgm },
    ...(folder && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
  })
  return embeddedOn(client)
}

/** The embedded database that a client has open. */
export function embeddedOn(client: PGlite): EmbeddedDatabase {
  const turns = new Turns()
  const inTurn = inTurns(client, turns)
  const statements = new EmbeddedStatements(client)
  const runAlone = async <Row>({ name, text }: Statement<Row>, values: readonly StatementValue[]) => {
    await turns.next()
    return statements.runAlone<Row>(text, values).catch(failed(name))
  }
  const root = guarded(drizzle({ client: inTurn }))
  const announcements = new Announcements()
  const underWay = new UnderWay()
  return {
    isTransaction: false,
    engine: 'pglite',
    client,
    get orm(): Orm {
      assertOutsideTransaction()
      return root
    },
    run: (statement, values) => {
      assertOutsideTransaction()
      return underWay.during(runAlone(statement, values))
    },
    transaction: (work) =>
      announcements.afterCommit((announce, announced) =>
        markTransaction(() =>
          underWay.during(
            client.transaction(async (open) => {
              const inside = inTurns(open, turns)
              const tx: Tx = {
                isTransaction: true,
                announce,
                orm: guarded(drizzle({ client: inside })),
                run: async <Row>({ name, text }: Statement<Row>, values: readonly StatementValue[]) => {
                  await turns.next()
                  if (open.closed) throw new Error(`The transaction of ${name} is over`)
                  return statements.run<Row>(text, values).catch(failed(name))
                },
                copyFrom: (from) => copyFromEngine(inside, from),
                copyTo: (to, blocks) => copyToEngine(inside, to, blocks),
              }
              const result = await work(tx)
              await noteAnnounced(tx, announced)
              return result
            }),
          ),
        ),
      ),
    singleStatement: (work) => {
      assertOutsideTransaction()
      return announcements.afterCommit((announce) =>
        work(singleStatement(announce, (statement, values) => underWay.during(runAlone(statement, values)))),
      )
    },
    listen: (listener) => announcements.listen(listener),
    load: () => underWay.load(),
    script: async (sql) => {
      assertOutsideTransaction()
      await client.exec(sql)
    },
    close: () => client.close(),
  }
}

/** The same client or transaction, whose statements let the rest of the process have its turn. */
function inTurns(client: PGlite | Transaction, turns: Turns): PGlite {
  const asked = {
    query: async (...given: Parameters<PGlite['query']>) => {
      await turns.next()
      return client.query(...given)
    },
    exec: async (...given: Parameters<PGlite['exec']>) => {
      await turns.next()
      return client.exec(...given)
    },
  }
  // The query builder and copies call nothing else.
  return asked as unknown as PGlite
}

/** Counts what the engine has been asked and has not answered. It works on one at a time, and the others wait. */
class UnderWay {
  #count = 0

  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#count++
    try {
      return await work
    } finally {
      this.#count--
    }
  }

  load(): DatabaseLoad {
    const inUse = Math.min(this.#count, 1)
    return { open: 1, inUse, waiting: this.#count - inUse }
  }
}
