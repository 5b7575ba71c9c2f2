/** A connection to a database of either engine. */
export interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Runs several statements. */
  exec(sql: string): Promise<unknown>
}

/** The contents of a prepared database, which `clear` restores. */
export interface Prepared {
  /** A hash of tables, columns, constraints, triggers, functions and settings. */
  readonly shape: string
  readonly tables: readonly Table[]
  /** The position of each sequence. */
  readonly sequences: readonly Sequence[]
}

interface Table {
  readonly name: string
  /** The names of the columns that can be written. */
  readonly columns: string
  /** A JSON array, or null when there are none. */
  readonly rows: string | null
}

interface Sequence {
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

const isOurs = `c.relnamespace in (select oid from pg_namespace
  where nspname <> 'information_schema' and nspname not like 'pg\\_%' or nspname = 'pgboss')`

const readShape = `
  select md5(concat_ws('|',
    (select string_agg(concat(c.oid, c.relname, c.relkind, c.relhastriggers, c.relnamespace, c.reloptions), ',' order by c.oid)
     from pg_class c where ${isOurs} and c.relkind <> 't'),
    (select string_agg(concat(attrelid, attname, atttypid, attnotnull, attisdropped, atthasdef), ',' order by attrelid, attnum)
     from pg_attribute where attrelid >= 16384),
    (select string_agg(pg_get_expr(adbin, adrelid), ',' order by oid) from pg_attrdef),
    (select string_agg(concat(oid, convalidated), ',' order by oid) from pg_constraint where oid >= 16384),
    (select string_agg(concat(indexrelid, indisvalid), ',' order by indexrelid) from pg_index where indexrelid >= 16384),
    (select string_agg(concat(oid, tgenabled), ',' order by oid) from pg_trigger),
    (select string_agg(concat(oid, md5(prosrc)), ',' order by oid) from pg_proc where oid >= 16384),
    (select string_agg(nspname, ',' order by nspname) from pg_namespace),
    (select string_agg(extname, ',' order by extname) from pg_extension),
    (select count(*) from pg_type where oid >= 16384), (select count(*) from pg_db_role_setting),
    (select count(*) from pg_statistic where starelid >= 16384))) as shape`

const listTables = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${isOurs} order by 1`

export async function readPrepared(client: Connection): Promise<Prepared> {
  const { rows } = await client.query<Omit<Table, 'rows'>>(listTables)
  const tables: Table[] = []
  for (const table of rows) {
    const [held] = (await client.query<{ rows: string | null }>(readRows(table.name))).rows
    tables.push({ ...table, rows: held?.rows ?? null })
  }
  return { shape: await shapeOf(client), tables, sequences: await readSequences(client) }
}

export async function shapeOf(client: Connection): Promise<string> {
  const [row] = (await client.query<{ shape: string }>(readShape)).rows
  return row?.shape ?? ''
}

/** Restores every row and sequence. */
export async function clear(client: Connection, prepared: Prepared): Promise<void> {
  const used = await changedTables(client, prepared.tables)
  if (used.length > 0) {
    const names = used.map(({ name }) => name).join(', ')
    await client.exec(`set session_replication_role = replica; truncate ${names} restart identity cascade`)
    // Tables that refer to a truncated one were emptied with it.
    const wanted = (await changedTables(client, prepared.tables)).filter(({ rows }) => rows !== null)
    for (const { name, columns, rows } of wanted) {
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
        [rows],
      )
    }
    await client.exec('reset session_replication_role')
  }
  await putSequencesBack(client, prepared.sequences)
}

async function changedTables(client: Connection, tables: readonly Table[]): Promise<Table[]> {
  const questions = tables.map(({ name, rows }) =>
    rows === null
      ? `exists (select from ${name})`
      : `(${readRows(name)}) is distinct from '${rows.replaceAll("'", "''")}'`,
  )
  const { rows } = await client.query<{ changed: boolean[] }>(
    `select array[${questions.join(', ')}] as changed`,
  )
  return tables.filter((_, place) => rows[0]?.changed[place])
}

function readRows(name: string): string {
  return `select json_agg(t order by t::text)::text as rows from ${name} t`
}

async function readSequences(client: Connection): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences order by 1`,
  )
  if (rows.length === 0) return []
  const each = rows.map(
    ({ name }) => `select '${name}' as name, last_value::text as last, is_called as "isCalled" from ${name}`,
  )
  return (await client.query<Sequence>(each.join(' union all '))).rows
}

async function putSequencesBack(client: Connection, wanted: readonly Sequence[]): Promise<void> {
  const present = await readSequences(client)
  for (const { name, last, isCalled } of wanted) {
    const found = present.find((each) => each.name === name)
    if (found?.last === last && found.isCalled === isCalled) continue
    await client.query('select setval($1, $2::bigint, $3)', [name, last, isCalled])
  }
}
