import type { ChannelMessage } from './chat.ts'
import { escapeHtml, type Page, page } from './picker.ts'

/** The page that stands in for Slack's own view of the channel, the newest message first. */
export function channelPage(messages: readonly ChannelMessage[]): Page {
  const newestFirst = [...messages].reverse()
  const body = `
    <h1>#company-social</h1>
    <p>What Ovation told the channel. Load the page again for what came since.</p>
    ${newestFirst.map(article).join('') || '<p>Nothing yet.</p>'}`
  return page('#company-social', { body, formAction: "'none'" })
}

function article({ blocks }: ChannelMessage): string {
  const parts = blocks.map(({ type, text, elements = [] }) => {
    if (type === 'header') return `<h2>${escapeHtml(text?.text ?? '')}</h2>`
    if (type === 'section') return `<p>${formatted(text?.text ?? '')}</p>`
    return `<p class="title">${elements.map((element) => formatted(element.text ?? '')).join(' · ')}</p>`
  })
  return `<article>${parts.join('')}</article>`
}

/** Slack's markup as HTML. Text in it is escaped as HTML wants it too, but for the quotes, which stand in no attribute. */
function formatted(text: string): string {
  return text.replace(/<(https?:[^|>"]+)\|([^>]*)>/g, '<a href="$1">$2</a>').replaceAll('\n', '<br>')
}
