import { escapeHtml } from './picker.ts'

/** What somebody's id is shown as. */
export type NameOf = (userId: string) => string | undefined

// Stand for parts that are finished already. Slack's text cannot hold them.
const [open, close] = ['\uE000', '\uE001']

/** Turns Slack's markup into HTML: bold, italics, links, mentions, dates, code, quotations and line breaks. */
export function formatted(text: string, nameOf: NameOf = () => undefined): string {
  const parts: string[] = []
  const keep = (html: string) => `${open}${parts.push(html) - 1}${close}`
  const plain = text
    .replaceAll(open, '')
    .replaceAll(close, '')
    .replace(/```([^`]+)```/g, (_all, code: string) => keep(`<pre>${shown(code)}</pre>`))
    .replace(/`([^`\n]+)`/g, (_all, code: string) => keep(`<code>${shown(code)}</code>`))
    .replace(/<([^<>\n]+)>/g, (_all, control: string) => keep(controlHtml(control, nameOf)))
  const html = shown(plain)
    .replace(inside('\\*'), '$1<strong>$2</strong>')
    .replace(inside('_'), '$1<em>$2</em>')
    .replace(inside('~'), '$1<s>$2</s>')
    .split('\n')
    .map((line) => (/^&gt; ?/.test(line) ? `<q>${line.replace(/^&gt; ?/, '')}</q>` : line))
    .join('<br>')
  return restored(html, parts)
}

/** Text without markup. Slack reads three entities in it, as in marked text. */
export function shown(text: string): string {
  return escapeHtml(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

/** Text without its markup, for an attribute of HTML. */
export function plainText(text: string, nameOf?: NameOf): string {
  return formatted(text, nameOf)
    .replaceAll('<br>', ' ')
    .replace(/<[^>]*>/g, '')
}

/** Text between two of these marks, which stand at the edges of words. */
function inside(mark: string): RegExp {
  return new RegExp(`(^|[^\\w${mark}])${mark}(?!\\s)([^\\n${mark}]+?)(?<!\\s)${mark}(?![\\w${mark}])`, 'gm')
}

/** What stands between angle brackets: an address, a mention or a date. */
function controlHtml(control: string, nameOf: NameOf): string {
  const [target = '', label] = control.split('|')
  if (/^(https?|mailto):/.test(target))
    return `<a href="${shown(target)}" target="_blank" rel="noopener noreferrer">${shown(label ?? target)}</a>`
  if (target.startsWith('@')) return `@${shown(nameOf(target.slice(1)) ?? label ?? target.slice(1))}`
  if (target.startsWith('#')) return `#${shown(label ?? target.slice(1))}`
  if (target.startsWith('!date^') || target.startsWith('!subteam^')) return shown(label ?? target)
  if (target.startsWith('!')) return `@${shown(label ?? target.slice(1))}`
  return shown(`<${control}>`)
}

/** Puts the finished parts back. One may hold others. */
function restored(html: string, parts: readonly string[]): string {
  const mark = new RegExp(`${open}(\\d+)${close}`, 'g')
  const once = (text: string): string =>
    text.replace(mark, (_all, index: string) => once(parts[Number(index)] ?? ''))
  return once(html)
}
