import { parseSync } from 'vite'
import type { Candidate, Node } from './candidates.ts'

/** The global function that the planted code asks whether a fault is on. It may be undefined. */
export const switchName = 'ovationFault'
/** The suffix of a fault's id in code that uses a value which the fault changed when the file was loaded. */
export const useMark = '!'

export type Planted = Pick<
  Candidate,
  'start' | 'end' | 'faulty' | 'kind' | 'beginsStatement' | 'isAtLoad' | 'operator'
> & {
  readonly id: string
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly around: (inside: string) => string
}

interface Block {
  readonly start: number
  readonly end: number
  readonly names: readonly string[]
  readonly bodies: readonly { readonly start: number; readonly end: number; readonly isBlock: boolean }[]
}

/** The text of a file with all faults in it. Each is off until the switch returns true for its id. */
export function plantAll(path: string, text: string, faults: readonly Planted[]): string {
  const edits = [...faults.map(editOf), ...markUses(path, text, faults)]
  edits.sort((one, other) => one.start - other.start || other.end - one.end)
  const planted = render(text, edits, { start: 0, end: text.length })
  const needsQueryParts = faults.some(({ operator }) => operator === 'query twin')
  return needsQueryParts ? `import * as queryParts from 'drizzle-orm'\n${planted}` : planted
}

function editOf({ id, start, end, faulty, kind, beginsStatement }: Planted): Edit {
  const isOn = isOnExpression(id)
  if (kind === 'statement') return { start, end, around: (inside) => `{ if (!${isOn}) ${inside} }` }
  const before = beginsStatement ? ';' : ''
  return { start, end, around: (inside) => `${before}(${isOn} ? (${faulty}) : ${inside})` }
}

// Without `?.`, which Playwright's compiler handles wrongly in the default value of a parameter.
function isOnExpression(id: string): string {
  return `(globalThis.${switchName} && globalThis.${switchName}(${JSON.stringify(id)}))`
}

function render(
  text: string,
  edits: readonly Edit[],
  { start, end }: { start: number; end: number },
): string {
  let written = ''
  let at = start
  for (let nth = 0; nth < edits.length; ) {
    const edit = edits[nth]
    if (!edit) break
    const rest = edits.slice(nth + 1)
    const outside = rest.findIndex((each) => each.start >= edit.end)
    const inside = edit.start === edit.end ? [] : rest.slice(0, outside === -1 ? rest.length : outside)
    written += text.slice(at, edit.start) + edit.around(render(text, inside, edit))
    at = edit.end
    nth += inside.length + 1
  }
  return written + text.slice(at, end)
}

/** A fault at load time shows only where its value is used, so this marks the functions in the file that use it. */
function markUses(path: string, text: string, faults: readonly Planted[]): Edit[] {
  const atLoad = faults.filter(({ isAtLoad }) => isAtLoad)
  if (atLoad.length === 0) return []
  const blocks = blocksOf(path, text)
  return atLoad.flatMap(({ id, start }) => {
    const holder = blocks.find((block) => block.start <= start && start < block.end)
    return usersOf(holder, blocks, text).flatMap(({ bodies }) =>
      bodies.map((body) => markIn(body, isOnExpression(id + useMark))),
    )
  })
}

function markIn({ start, end, isBlock }: Block['bodies'][number], mark: string): Edit {
  if (isBlock) return { start: start + 1, end: start + 1, around: () => ` ${mark};` }
  return { start, end, around: (inside) => `(${mark}, ${inside})` }
}

/** The blocks that refer to the holder, directly or through constants. */
function usersOf(holder: Block | undefined, blocks: readonly Block[], text: string): Block[] {
  if (!holder) return []
  const users = new Set<Block>([holder])
  for (const user of users) {
    if (user.names.length === 0 || (user !== holder && user.bodies.length > 0)) continue
    const named = new RegExp(`\\b(${user.names.join('|')})\\b`)
    for (const block of blocks) if (named.test(text.slice(block.start, block.end))) users.add(block)
  }
  return [...users]
}

function blocksOf(path: string, text: string): Block[] {
  const { program } = parseSync(path, text)
  return (program.body as unknown as Node[]).map((statement) => {
    const declaration = (statement.declaration ?? statement) as Node
    const declared = (declaration.declarations as Node[] | undefined) ?? [declaration]
    return {
      start: statement.start,
      end: statement.end,
      names: declared.map(({ id }) => (id as { name?: string } | null)?.name ?? '').filter(Boolean),
      bodies: outermostBodies(declaration),
    }
  })
}

function outermostBodies(node: Node): Block['bodies'] {
  if (node.type.startsWith('TS')) return []
  const body = node.body as Node | null | undefined
  if (/^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type) && body) {
    return [{ start: body.start, end: body.end, isBlock: isBlock(body) }]
  }
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
    .flatMap(outermostBodies)
}

function isBlock({ type }: Node): boolean {
  return type === 'BlockStatement' || type === 'FunctionBody'
}
