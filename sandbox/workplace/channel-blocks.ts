import { type Block, type Element, type TextObject, textOf, withIds } from './block-kit.ts'
import { formatted, type NameOf, shown } from './mrkdwn.ts'
import { escapeHtml } from './picker.ts'

/** Where the blocks of a message or a Home tab stand on a page. */
export interface BlockPlace {
  /** Who looks; null before somebody is chosen. Then no button can be pressed. */
  readonly as: string | null
  /** As in a press: the id of a channel, `home` or `ephemeral`. */
  readonly in: string
  /** Empty in a Home tab. */
  readonly ts: string
  readonly tab: string
  readonly nameOf: NameOf
}

/** The addresses to which the forms of the pages lead. */
export const pagePaths = {
  main: '/channel',
  press: '/channel/press',
  open: '/channel/open',
  command: '/channel/command',
  dialog: '/channel/dialog',
  submit: '/channel/submit',
  mail: '/mail',
} as const

export function blocksHtml(blocks: readonly Block[], place: BlockPlace): string {
  return withIds(blocks)
    .map((block) => blockHtml(block, place))
    .join('')
}

function blockHtml(block: Block, place: BlockPlace): string {
  const { type, text, elements = [], accessory, fields = [] } = block
  if (type === 'header') {
    // Messages stand below a heading of their own.
    const level = place.in === 'home' || place.in === 'dialog' ? 'h2' : 'h3'
    return `<${level}>${shown(textOf(text))}</${level}>`
  }
  if (type === 'divider') return '<hr>'
  if (type === 'section') {
    const words = text ? `<p>${textHtml(text, place)}</p>` : ''
    const pairs = fields.map((field) => `<p>${textHtml(field, place)}</p>`).join('')
    const pairsHtml = pairs && `<div class="fields">${pairs}</div>`
    return `<div class="section"><div>${words}${pairsHtml}</div>${accessory ? elementHtml(accessory, block, place) : ''}</div>`
  }
  if (type === 'context')
    return `<p class="title">${elements.map((each) => contextHtml(each, place)).join(' · ')}</p>`
  if (type === 'actions')
    return `<div class="actions">${elements.map((each) => elementHtml(each, block, place)).join('')}</div>`
  if (type === 'image') return `<p class="title">Picture: ${shown(block.alt_text ?? '')}</p>`
  return `<p class="title">A block of the type ${escapeHtml(type)}, which this page does not show</p>`
}

function textHtml({ type, text }: TextObject, { nameOf }: BlockPlace): string {
  return type === 'mrkdwn' ? formatted(text, nameOf) : shown(text).replaceAll('\n', '<br>')
}

function contextHtml({ type, text, alt_text: alt = '' }: Element, place: BlockPlace): string {
  if (type === 'image') return alt === '' ? '' : `Picture: ${shown(alt)}`
  return textHtml({ type: type ?? 'plain_text', text: textOf(text) }, place)
}

function elementHtml(element: Element, block: Block, place: BlockPlace): string {
  if (element.type === 'image') return `<p class="title">Picture: ${shown(element.alt_text ?? '')}</p>`
  if (element.type !== 'button')
    return `<p class="title">A ${escapeHtml(element.type ?? 'part')}, which this page does not show</p>`
  const label = shown(textOf(element.text))
  const look = element.style === 'primary' || element.style === 'danger' ? ` class="${element.style}"` : ''
  if (place.as === null) return `<button type="button" disabled>${label}</button>`
  const fields = pressFields(element, block, place)
  if (element.url !== undefined) {
    const address = `${pagePaths.open}?${new URLSearchParams(fields)}`
    return `<a class="button ${element.style ?? ''}" href="${escapeHtml(address)}" target="_blank" rel="noopener noreferrer">${label}<span class="unseen"> (opens in a new tab)</span></a>`
  }
  return `<form method="post" action="${pagePaths.press}">${hidden(fields)}<button${look}>${label}</button></form>`
}

function pressFields({ action_id, value }: Element, { block_id }: Block, place: BlockPlace) {
  return {
    as: place.as ?? '',
    in: place.in,
    ts: place.ts,
    tab: place.tab,
    block: block_id ?? '',
    action: action_id ?? '',
    ...(value !== undefined && { value }),
  }
}

/** Fields of a form that nobody sees. */
export function hidden(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
}
