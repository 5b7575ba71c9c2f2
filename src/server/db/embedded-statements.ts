import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { codesOf } from './failure.ts'
import type { StatementValue } from './handle.ts'

const { serialize } = protocol
/** A plan that serves any values is made from what a table holds then, so it is made anew after so many uses. */
const mostUses = 500
/** The SQLSTATE of a plan whose tables have other columns by now. */
const changedColumns = '0A000'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

interface Prepared {
  readonly name: string
  /** The types of the parameters, by their numbers. */
  readonly types: readonly number[]
  /** The description of the rows; empty where there are none. */
  readonly columns: readonly Message[]
  uses: number
}

/**
 * Statements that the embedded engine keeps prepared, as PostgreSQL does under the names of ours. What it answers is that
 * of `query` of the client, which has each statement parsed and planned anew and goes into the engine six times for it.
 */
export class EmbeddedStatements {
  readonly #client: PGlite
  readonly #prepared = new Map<string, Prepared>()
  #count = 0

  constructor(client: PGlite) {
    this.#client = client
  }

  /** The rows of a statement outside of transactions. */
  async runAlone<Row>(text: string, values: readonly StatementValue[]): Promise<Row[]> {
    await this.#client._checkReady()
    return this.#client._runExclusiveTransaction(() => this.run<Row>(text, values))
  }

  /** The rows of a statement of the transaction that is open. */
  async run<Row>(text: string, values: readonly StatementValue[]): Promise<Row[]> {
    return this.#client._runExclusiveQuery(async () => {
      const prepared = await this.#prepare(text)
      prepared.uses++
      const bound = serialize.bind({
        statement: prepared.name,
        values: values.map((value, index) => this.#serialized(value, prepared.types[index])),
      })
      try {
        const answer = await this.#ask(bound, serialize.execute(), serialize.sync())
        return parse.parseResults([...prepared.columns, ...answer], this.#client.parsers)[0]?.rows as Row[]
      } catch (error) {
        // The rows of a kept plan have to stay as they were described.
        if (codesOf(error).includes(changedColumns)) prepared.uses = mostUses
        throw error
      }
    })
  }

  async #prepare(text: string): Promise<Prepared> {
    const known = this.#prepared.get(text)
    if (known && known.uses < mostUses) return known
    if (known) await this.#ask(serialize.close({ type: 'S', name: known.name }))
    this.#prepared.delete(text)
    const name = `kept_${++this.#count}`
    try {
      const answer = await this.#ask(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
      const types = parse.parseDescribeStatementResults(answer)
      const columns = answer.filter((message) => message.name === 'rowDescription')
      const prepared = { name, types, columns, uses: 0 }
      this.#prepared.set(text, prepared)
      return prepared
    } catch (error) {
      await this.#ask(serialize.sync())
      throw error
    }
  }

  #serialized(value: StatementValue, type = 0): string | null {
    if (value === null) return null
    return this.#client.serializers[type]?.(value) ?? String(value)
  }

  #ask(...messages: readonly Uint8Array[]): Promise<Message[]> {
    return this.#client.execProtocolStream(Buffer.concat(messages), { syncToFs: false })
  }
}
