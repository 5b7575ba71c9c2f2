import type { ChannelMessage } from './chat.ts'
import { escapeHtml, type Page, page } from './picker.ts'

/** The page that stands in for Slack's own view of the channel, newest message first. */
export function channelPage(messages: readonly ChannelMessage[]): Page {
  const newestFirst = [...messages].reverse()
  const body = `
    <h1>#company-social</h1>
    <p>Messages that Ovation sent to the channel. Reload the page for new ones.</p>
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

/**
 * Turns Slack's markup into HTML. Slack escapes text as HTML does, except for quotes. Here no text ends up in an
 * attribute, so quotes are safe.
 */
function formatted(text: string): string {
  return text.replace(/<(https?:[^|>"]+)\|([^>]*)>/g, '<a href="$1">$2</a>').replaceAll('\n', '<br>')
}
