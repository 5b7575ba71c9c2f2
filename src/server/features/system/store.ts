import { col, query } from '#server/db/query.ts'

export const askDatabase = query({ name: 'is_database_there', sql: 'select 1 as one', row: { one: col.int } })

/** The version of the database, and how much room it takes. */
export const findDatabaseFacts = query({
  name: 'find_database_facts',
  sql: `select current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as "sizeBytes"`,
  row: { version: col.text, sizeBytes: col.float },
})
