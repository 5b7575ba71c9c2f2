import { actionIdProblem, elementProblem, imageProblem, isRecord, textProblem } from './elements.ts'

/** Slack's documented limits on blocks. The Slack emulator does not enforce them. */
const knownBlocks = new Set([
  'actions',
  'call',
  'context',
  'context_actions',
  'divider',
  'file',
  'header',
  'image',
  'input',
  'markdown',
  'rich_text',
  'section',
  'table',
  'video',
])
const maxBlocks = 50
/** In a view: a Home tab or a dialog. */
const maxViewBlocks = 100
const maxBlockIdLength = 255
const maxHeaderLength = 150
const maxSectionLength = 3_000
const maxSectionFields = 10
const maxFieldLength = 2_000
const maxContextElements = 10
const maxActionElements = 25
const maxLabelLength = 2_000
/** Undocumented but observed: Slack refuses blocks that are longer than this together, even if each is valid. */
const maxTotalLength = 13_200

export type BlocksVerdict = { ok: true } | { ok: false; error: string; reason: string }

/** Checks the `blocks` field of a message. A message without one is valid. */
export function blocksVerdict(blocks: unknown): BlocksVerdict {
  if (blocks === undefined || blocks === null) return { ok: true }
  const reason = blocksProblem(blocks, { maxCount: maxBlocks, pointer: '/blocks' })
  if (reason !== undefined) return { ok: false, error: 'invalid_blocks', reason }
  if (JSON.stringify(blocks).length > maxTotalLength) {
    return { ok: false, error: 'msg_blocks_too_long', reason: 'the blocks together are too long' }
  }
  return { ok: true }
}

/** Says what is wrong with the blocks of a view. */
export function viewBlocksProblem(blocks: unknown): string | undefined {
  return blocksProblem(blocks, { maxCount: maxViewBlocks, pointer: '/view/blocks' })
}

function blocksProblem(
  blocks: unknown,
  { maxCount, pointer }: { maxCount: number; pointer: string },
): string | undefined {
  if (!Array.isArray(blocks)) return 'blocks is not an array'
  if (blocks.length > maxCount) return `no more than ${maxCount} items allowed`
  const known = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    const reason = blockProblem(block) ?? repeatedId(block, known)
    if (reason !== undefined) return `${reason} [json-pointer:${pointer}/${index}]`
  }
  return undefined
}

function repeatedId({ block_id: id }: Record<string, unknown>, known: Set<string>): string | undefined {
  if (typeof id !== 'string' || id === '') return undefined
  if (known.has(id)) return `\`block_id\` "${id}" already exists`
  known.add(id)
  return undefined
}

function blockProblem(block: unknown): string | undefined {
  if (!isRecord(block) || typeof block.type !== 'string') return 'missing required field: type'
  if (!knownBlocks.has(block.type)) return `unsupported type: ${block.type}`
  if (typeof block.block_id === 'string' && block.block_id.length > maxBlockIdLength)
    return 'block_id too long'
  if (block.type === 'section') return sectionProblem(block)
  if (block.type === 'header') return textProblem(block.text, maxHeaderLength, { plainOnly: true })
  if (block.type === 'context') return countProblem(block.elements, maxContextElements)
  if (block.type === 'actions') return actionsProblem(block.elements)
  if (block.type === 'input') return inputBlockProblem(block)
  if (block.type === 'image') return imageProblem(block)
  return undefined
}

function sectionProblem({ text, fields, accessory }: Record<string, unknown>): string | undefined {
  if (text === undefined && fields === undefined) return 'missing required field: text or fields'
  if (text !== undefined) {
    const reason = textProblem(text, maxSectionLength)
    if (reason !== undefined) return reason
  }
  if (accessory !== undefined) {
    const reason = elementProblem(accessory)
    if (reason !== undefined) return reason
  }
  if (fields === undefined) return undefined
  if (!Array.isArray(fields)) return 'fields is not an array'
  return (
    countProblem(fields, maxSectionFields) ??
    fields.map((field) => textProblem(field, maxFieldLength)).find((reason) => reason !== undefined)
  )
}

function actionsProblem(elements: unknown): string | undefined {
  const reason = countProblem(elements, maxActionElements)
  if (reason !== undefined || !Array.isArray(elements)) return reason
  return actionIdProblem(elements) ?? elements.map(elementProblem).find((each) => each !== undefined)
}

function inputBlockProblem({ label, hint, element }: Record<string, unknown>): string | undefined {
  return (
    textProblem(label, maxLabelLength, { plainOnly: true }) ??
    (hint === undefined ? undefined : textProblem(hint, maxLabelLength, { plainOnly: true })) ??
    elementProblem(element)
  )
}

function countProblem(elements: unknown, maxCount: number): string | undefined {
  if (!Array.isArray(elements) || elements.length === 0) return 'missing required field: elements'
  return elements.length > maxCount ? `no more than ${maxCount} items allowed` : undefined
}
