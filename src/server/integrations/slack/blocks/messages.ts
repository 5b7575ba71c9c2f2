import type { Prompts } from '#domain/angles.ts'
import { cleanText } from '#domain/plain-text.ts'
import { excerpt, safeUrl } from '#domain/posts.ts'

/** A message in Slack's Block Kit, with the text that stands in for it in notifications. */
export interface ChatMessage {
  readonly text: string
  readonly blocks: readonly MessageBlock[]
}

interface Formatted {
  type: 'mrkdwn'
  text: string
  /** Stops Slack from turning addresses and mentions in the text into links. */
  verbatim: true
}

/** A button. One with an address opens that, and is pressed without an effect. */
export interface Button {
  type: 'button'
  action_id: string
  text: PlainText
  value?: string
  url?: string
  style?: 'primary' | 'danger'
}

export type MessageBlock =
  | { type: 'header'; text: PlainText }
  | { type: 'section'; text: Formatted }
  | { type: 'context'; elements: Formatted[] }
  | { type: 'actions'; elements: Button[] }
  | { type: 'divider' }

/** A dialog with one field for text. */
export interface Dialog {
  type: 'modal'
  callback_id: string
  private_metadata: string
  title: PlainText
  submit: PlainText
  close: PlainText
  blocks: (MessageBlock | TextField)[]
}

interface PlainText {
  type: 'plain_text'
  text: string
}

interface TextField {
  type: 'input'
  block_id: string
  label: PlainText
  hint: PlainText
  element: { type: 'plain_text_input'; action_id: string; multiline: true; max_length: number }
}

/**
 * Limits for user text: visible characters, and the length after escaping. Together they keep every message well below
 * Slack's limits (3,000 in a section, some 13,000 in all).
 */
const textLimits = {
  name: { characters: 80, escaped: 400 },
  title: { characters: 120, escaped: 500 },
  line: { characters: 200, escaped: 800 },
  words: { characters: 600, escaped: 2_800 },
} as const

const longestLink = 1_500

/** User text on one line. Slack cannot escape its own formatting, so never put this text inside formatting. */
export function oneLine(text: string, kind: keyof typeof textLimits): string {
  return fitted(cleanText(text).replace(/\s+/gu, ' ').trim(), kind, escaped)
}

/** User text as a quotation; no block without text. */
export function quoted(text: string | null): MessageBlock[] {
  const words = cleanText(text ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const quotation = (shown: string) => `> ${escaped(shown).replaceAll('\n', '\n> ')}`
  return words === '' ? [] : [section(fitted(words, 'words', quotation))]
}

/** The longest excerpt that fits. It is cut before escaping, so that no escape sequence is cut. */
function fitted(text: string, kind: keyof typeof textLimits, finish: (shown: string) => string): string {
  const { characters, escaped: longest } = textLimits[kind]
  for (let most: number = characters; ; most = Math.floor(most * 0.8)) {
    const shown = finish(excerpt(text, most))
    // One visible character can be thousands of code units.
    if (shown.length <= longest || most === 0) return shown
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function header(text: string): MessageBlock {
  return { type: 'header', text: { type: 'plain_text', text } }
}

export function section(...lines: string[]): MessageBlock {
  return { type: 'section', text: formatted(lines.join('\n')) }
}

export function links(...all: (string | null)[]): MessageBlock {
  return { type: 'context', elements: all.filter((each) => each !== null).map(formatted) }
}

/** What the author of a post gives its readers for their own comments; no block without that. */
export function promptBlocks({ question, angles }: Prompts): MessageBlock[] {
  const heading = angles.length === 1 ? 'An idea for your comment' : 'Ideas for your comment'
  const ideas = [`${heading}, in your own words:`, ...angles.map((angle) => `• ${oneLine(angle, 'line')}`)]
  const texts = [
    ...(question === null ? [] : [`The author asks: ${oneLine(question, 'line')}`]),
    ...(angles.length === 0 ? [] : [ideas.join('\n')]),
  ]
  return texts.length === 0 ? [] : [{ type: 'context', elements: texts.map(formatted) }]
}

function formatted(text: string): Formatted {
  return { type: 'mrkdwn', text, verbatim: true }
}

/** A link to an address that somebody wrote. It says where it leads, so that it cannot pass for anything else. */
export function openLink(address: string | null): string | null {
  const href = safeUrl(address)
  return href && link(href, `Open ${escaped(new URL(href).host.replace(/^www\.(?=[^.]+\.)/, ''))}`)
}

/** Null if the address is not http(s), or too long for a message. */
export function link(address: string | null, label: string): string | null {
  const href = safeUrl(address)?.replace(/[|<>\s]/g, encodeURIComponent)
  const target = href && escaped(href)
  return target && target.length <= longestLink ? `<${target}|${label}>` : null
}

export function points(sum: number): string {
  return sum === 1 ? '1 point' : `${number(sum)} points`
}

export function number(value: number): string {
  return value.toLocaleString('en-US')
}

export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

export function actions(...elements: Button[]): MessageBlock {
  return { type: 'actions', elements }
}

/** A button that is pressed. */
export function button(label: string, press: Pick<Button, 'action_id' | 'value' | 'style'>): Button {
  return { type: 'button', text: { type: 'plain_text', text: label }, ...press }
}

/** A button that opens an address; none without one that a message may have. */
export function linkButton(label: string, actionId: string, address: string | null): Button[] {
  const url = safeUrl(address)
  if (url === null || url.length > longestLink) return []
  return [{ type: 'button', action_id: actionId, text: { type: 'plain_text', text: label }, url }]
}
