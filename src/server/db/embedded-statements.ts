import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { codesOf } from './failure.ts'
import type { StatementValue } from './handle.ts'

const { serialize } = protocol
/** A plan that serves any values is made from what a table holds then, so it is made anew after so many uses. */
const mostUses = 500
/** What administrators ask for once a month does not have to stay in the engine's memory. */
const mostKept = 150
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
        const answer = await this.#ask(bound, serialize.execute())
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
    this.#prepared.delete(text)
    if (known && known.uses < mostUses) {
      // The one that was asked last is the last of the map.
      this.#prepared.set(text, known)
      return known
    }
    if (known) await this.#forget(known)
    const name = `kept_${++this.#count}`
    const answer = await this.#ask(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const types = parse.parseDescribeStatementResults(answer)
    const columns = answer.filter((message) => message.name === 'rowDescription')
    const prepared = { name, types, columns, uses: 0 }
    this.#prepared.set(text, prepared)
    await this.#forgetOldest()
    return prepared
  }

  async #forgetOldest(): Promise<void> {
    const [oldest] = this.#prepared
    if (!oldest || this.#prepared.size <= mostKept) return
    const [text, prepared] = oldest
    this.#prepared.delete(text)
    await this.#forget(prepared)
  }

  async #forget({ name }: Prepared): Promise<void> {
    await this.#ask(serialize.close({ type: 'S', name }))
  }

  #serialized(value: StatementValue, type = 0): string | null {
    if (value === null) return null
    return this.#client.serializers[type]?.(value) ?? String(value)
  }

  /** Goes into the engine once. The end of it makes the engine answer again after a failure, which it throws. */
  #ask(...messages: readonly Uint8Array[]): Promise<Message[]> {
    return this.#client.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), {
      syncToFs: false,
    })
  }
}
