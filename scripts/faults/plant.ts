import { parseSync } from 'vite'
import type { Candidate, Node } from './candidates.ts'

/** The function that the planted code asks which fault is on; nobody has to define it. */
export const switchName = 'ovationFault'
/** Ends the id of a fault at the places where what it spoilt at load is used. */
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

/** The text of a file with all faults in it, each asleep until the switch answers true to its id. */
export function plantAll(path: string, text: string, faults: readonly Planted[]): string {
  const edits = [...faults.map(editOf), ...markUses(path, text, faults)]
  edits.sort((one, other) => one.start - other.start || other.end - one.end)
  const planted = render(text, edits, { start: 0, end: text.length })
  const needsQueryParts = faults.some(({ operator }) => operator === 'query twin')
  return needsQueryParts ? `import * as queryParts from 'drizzle-orm'\n${planted}` : planted
}

function editOf({ id, start, end, faulty, kind, beginsStatement }: Planted): Edit {
  const isOn = asked(id)
  if (kind === 'statement') return { start, end, around: (inside) => `{ if (!${isOn}) ${inside} }` }
  const before = beginsStatement ? ';' : ''
  return { start, end, around: (inside) => `${before}(${isOn} ? (${faulty}) : ${inside})` }
}

// Without `?.`, which Playwright's compiler gets wrong in the default of a parameter.
function asked(id: string): string {
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

/** What a fault spoils at load shows only where it is used: in functions of the file that name what it is part of. */
function markUses(path: string, text: string, faults: readonly Planted[]): Edit[] {
  const atLoad = faults.filter(({ isAtLoad }) => isAtLoad)
  if (atLoad.length === 0) return []
  const blocks = blocksOf(path, text)
  return atLoad.flatMap(({ id, start }) => {
    const holder = blocks.find((block) => block.start <= start && start < block.end)
    return usersOf(holder, blocks, text).flatMap(({ bodies }) =>
      bodies.map((body) => markIn(body, asked(id + useMark))),
    )
  })
}

function markIn({ start, end, isBlock }: Block['bodies'][number], mark: string): Edit {
  if (isBlock) return { start: start + 1, end: start + 1, around: () => ` ${mark};` }
  return { start, end, around: (inside) => `(${mark}, ${inside})` }
}

/** The blocks that name the holder, or name a constant that does. */
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
