/** Slack's documented limits on message blocks. The Slack emulator does not enforce them. */
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
const maxBlockIdLength = 255
const maxHeaderLength = 150
const maxSectionLength = 3_000
const maxSectionFields = 10
const maxFieldLength = 2_000
const maxContextElements = 10
const maxActionElements = 25
/** Undocumented but observed: Slack refuses blocks that are longer than this together, even if each is valid. */
const maxTotalLength = 13_200

export type BlocksVerdict = { ok: true } | { ok: false; error: string; reason: string }

/** Checks the `blocks` field of a message. A message without one is valid. */
export function blocksVerdict(blocks: unknown): BlocksVerdict {
  if (blocks === undefined || blocks === null) return { ok: true }
  if (!Array.isArray(blocks)) return invalid('blocks is not an array')
  if (blocks.length > maxBlocks) return invalid(`no more than ${maxBlocks} items allowed`)
  for (const [index, block] of blocks.entries()) {
    const reason = blockProblem(block)
    if (reason !== undefined) return invalid(`${reason} [json-pointer:/blocks/${index}]`)
  }
  if (JSON.stringify(blocks).length > maxTotalLength) {
    return { ok: false, error: 'msg_blocks_too_long', reason: 'the blocks together are too long' }
  }
  return { ok: true }
}

function invalid(reason: string): BlocksVerdict {
  return { ok: false, error: 'invalid_blocks', reason }
}

function blockProblem(block: unknown): string | undefined {
  if (!isRecord(block) || typeof block.type !== 'string') return 'missing required field: type'
  if (!knownBlocks.has(block.type)) return `unsupported type: ${block.type}`
  if (typeof block.block_id === 'string' && block.block_id.length > maxBlockIdLength)
    return 'block_id too long'
  if (block.type === 'section') return sectionProblem(block)
  if (block.type === 'header') return textProblem(block.text, maxHeaderLength)
  if (block.type === 'context') return countProblem(block.elements, maxContextElements)
  if (block.type === 'actions') return countProblem(block.elements, maxActionElements)
  return undefined
}

function sectionProblem(block: Record<string, unknown>): string | undefined {
  const { text, fields } = block
  if (text === undefined && fields === undefined) return 'missing required field: text or fields'
  if (text !== undefined) {
    const reason = textProblem(text, maxSectionLength)
    if (reason !== undefined) return reason
  }
  if (fields === undefined) return undefined
  if (!Array.isArray(fields)) return 'fields is not an array'
  return (
    countProblem(fields, maxSectionFields) ??
    fields.map((field) => textProblem(field, maxFieldLength)).find((reason) => reason !== undefined)
  )
}

function textProblem(text: unknown, maxLength: number): string | undefined {
  if (!isRecord(text) || typeof text.text !== 'string' || text.text === '')
    return 'missing required field: text'
  return text.text.length > maxLength ? `must be less than ${maxLength + 1} characters` : undefined
}

function countProblem(elements: unknown, maxCount: number): string | undefined {
  if (!Array.isArray(elements) || elements.length === 0) return 'missing required field: elements'
  return elements.length > maxCount ? `no more than ${maxCount} items allowed` : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
