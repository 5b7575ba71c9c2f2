import type { PGlite } from '@electric-sql/pglite'
import { copied, quoted } from './copy.ts'
import { failed } from './failure.ts'
import type { CopiedColumns } from './handle.ts'

// The engine copies to and from one piece of memory, so tables go through it in portions.
const pagesAtOnce = 256
const bytesAtOnce = 2 * 1_024 * 1_024
const newline = 0x0a

type Engine = Pick<PGlite, 'query'>

/** Streams a table from the embedded engine. */
export async function* copyFromEngine(tx: Engine, from: CopiedColumns): AsyncGenerator<Uint8Array> {
  const fail = failed(`copy_${from.table}`)
  const select = `select ${from.columns.map(quoted).join(', ')} from ${quoted(from.table)}`
  const pages = await pagesOf(tx, from.table).catch(fail)
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const range = `ctid >= '(${page},0)' and ctid < '(${page + pagesAtOnce},0)'`
    const { blob } = await tx.query(`copy (${select} where ${range}) to '/dev/blob'`).catch(fail)
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer())
  }
}

/** Streams rows into a table of the embedded engine. Returns how many. */
export async function copyToEngine(
  tx: Engine,
  to: CopiedColumns,
  blocks: AsyncIterable<Uint8Array>,
): Promise<number> {
  let rows = 0
  for await (const portion of portionsOf(blocks)) {
    const { affectedRows } = await tx
      .query(`${copied(to)} from '/dev/blob'`, [], { blob: new Blob([portion]) })
      .catch(failed(`copy_${to.table}`))
    rows += affectedRows ?? 0
  }
  return rows
}

async function pagesOf(tx: Engine, table: string): Promise<number> {
  const size = `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`
  const { rows } = await tx.query<{ pages: number }>(size, [quoted(table)])
  return rows[0]?.pages ?? 0
}

/** The same bytes in portions of whole rows. */
async function* portionsOf(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const block of blocks) {
    waiting.push(block)
    bytes += block.length
    const end = bytes < bytesAtOnce ? -1 : block.lastIndexOf(newline)
    if (end < 0) continue
    const rest = block.subarray(end + 1)
    yield Buffer.concat(waiting, bytes - rest.length)
    waiting = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
