import { PGlite, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { Announcements } from './announcement.ts'
import { failed, guarded } from './failure.ts'
import type { Db, Orm, Statement, StatementValue } from './handle.ts'
import { assertOutsideTransaction, markTransaction, singleStatement } from './transaction.ts'

/** The embedded database; `client` is for snapshots and maintenance. */
export interface EmbeddedDatabase extends Db {
  readonly client: PGlite
}

/** Opens the embedded database in a folder, or in memory without one, from a dump if one is given. */
export async function openEmbedded(folder: string | null, dump?: Blob): Promise<EmbeddedDatabase> {
  const client = await PGlite.create({
    ...(folder && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
  })
  return embeddedOn(client)
}

/** The embedded database that a client has open. */
export function embeddedOn(client: PGlite): EmbeddedDatabase {
  const root = guarded(drizzle({ client }))
  const announcements = new Announcements()
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
      return runOn(client, statement, values)
    },
    transaction: (work) =>
      announcements.afterCommit((announce) =>
        markTransaction(() =>
          client.transaction((tx) =>
            work({
              isTransaction: true,
              announce,
              // The query builder only ever calls `query` and `exec`, which a transaction has too.
              orm: guarded(drizzle({ client: tx as unknown as PGlite })),
              run: (statement, values) => runOn(tx, statement, values),
            }),
          ),
        ),
      ),
    singleStatement: (work) => {
      assertOutsideTransaction()
      return announcements.afterCommit((announce) =>
        work(singleStatement(announce, (statement, values) => runOn(client, statement, values))),
      )
    },
    listen: (listener) => announcements.listen(listener),
    script: async (sql) => {
      assertOutsideTransaction()
      await client.exec(sql)
    },
    close: () => client.close(),
  }
}

async function runOn<Row>(
  client: PGlite | Transaction,
  statement: Statement<Row>,
  values: readonly StatementValue[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>(statement.text, [...values]).catch(failed(statement.name))
  return rows
}
