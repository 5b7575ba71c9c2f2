import { pagePaths } from './channel-blocks.ts'
import { channelFrame } from './channel-frame.ts'
import type { Answer, ReadRequest } from './http.ts'
import type { Mailbox, ReceivedMail } from './mailbox.ts'
import { escapeHtml, type Page } from './picker.ts'

/** Serves the pages on which people read the e-mails that were delivered. */
export function createMailPages(mailbox: Mailbox): (request: ReadRequest) => Promise<Answer> {
  return async ({ path }) => {
    const [, number, html] = /^\/mail\/(\d+)(\/html)?$/.exec(path) ?? []
    const mail = number === undefined ? undefined : mailbox.mails()[Number(number) - 1]
    if (!mail) return answer(listPage(mailbox.mails()))
    return answer(html ? { html: mail.html, policy: mailPolicy } : mailPage(mail, Number(number)))
  }
}

// As strict as a mail program: nothing is loaded, and nothing runs.
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

function listPage(mails: readonly ReceivedMail[]): Page {
  const item = ({ to, header }: ReceivedMail, index: number) =>
    `<article><h2><a href="${pagePaths.mail}/${index + 1}">${escapeHtml(header('subject'))}</a></h2>
      <p class="title">To ${escapeHtml(to)}</p></article>`
  const body = `
    <h1>Mail</h1>
    <p>The e-mails that Ovation has sent to anybody here. The newest is first. Reload the page for new ones.</p>
    ${mails.map(item).toReversed().join('') || '<p>Nothing yet.</p>'}`
  return channelFrame('Mail', body)
}

function mailPage({ to, header, text }: ReceivedMail, number: number): Page {
  const lines = escapeHtml(text)
    .replace(/https?:\/\/[^\s<>"]+/g, (address) => `<a href="${address}">${address}</a>`)
    .replaceAll('\n', '<br>')
  const body = `
    <p><a href="${pagePaths.mail}">All e-mails</a></p>
    <h1>${escapeHtml(header('subject'))}</h1>
    <p class="title">From ${escapeHtml(header('from'))}<br>To ${escapeHtml(to)}</p>
    <article aria-label="The mail as text"><p>${lines}</p></article>
    <p><a href="${pagePaths.mail}/${number}/html">Show it as HTML</a></p>`
  return channelFrame(header('subject'), body)
}

function answer({ html, policy }: Page): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: html,
  }
}
