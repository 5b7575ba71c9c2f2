import { type Statement, statement, type Tx } from '#server/db/handle.ts'

/** Something that must hold, and how to find where it does not. */
export interface Check {
  readonly name: string
  find(tx: Tx): Promise<string[]>
}

type Violation = { violation: string }

/** A check whose query answers a row with the text `violation` for each violation. */
export function inSql(name: string, text: string, values: readonly number[] = []): Check {
  const query: Statement<Violation> = statement(`verify ${name}`, text)
  return { name, find: async (tx) => (await tx.run(query, values)).map(({ violation }) => violation) }
}
