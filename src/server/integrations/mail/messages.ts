import { directPlaces, notificationSettingsPath } from '#contract/direct-places.ts'
import { confirmationPath, oneClickPath, unsubscribePath } from '#contract/mail-links.ts'
import { paths } from '#contract/paths.ts'
import type { DirectKind, PlainNews } from '#domain/direct-messages.ts'
import { type ShowText, wordsOf } from '#domain/direct-words.ts'
import { type MailReader, mailTimes } from '#domain/mail.ts'
import { cleanText } from '#domain/plain-text.ts'
import { excerpt } from '#domain/posts.ts'

/** An e-mail as text and as HTML. The subject and the headers have no text of people. */
export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

interface Reading {
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly choice: MailReader['choice']
  /** Part of the link that switches the member's e-mails off. */
  readonly token: string
}

/** More than so many messages are only counted. */
const mostShown = 30
const lengths = { name: 80, title: 120, line: 200 } as const

/** What people wrote, on one line. */
const showText: ShowText = (text, kind) =>
  excerpt(cleanText(text).replace(/\s+/gu, ' ').trim(), lengths[kind])

interface Part {
  readonly lines: readonly string[]
  readonly link: Link
}

interface Link {
  readonly label: string
  readonly address: string
}

/** What one message says in an e-mail. Throws for a message of another version that lacks fields. */
export function mailPart(news: PlainNews, publicUrl: string): Part {
  const { text, more, place } = wordsOf(news, showText)
  const { path, label } = directPlaces[place]
  return { lines: [text, ...more.filter((line) => line !== '')], link: { label, address: publicUrl + path } }
}

interface Said {
  readonly kind: DirectKind
  readonly part: Part
}

/** The e-mail that says everything that is new to a member, the most important first. */
export function newsMail(said: readonly Said[], { publicUrl, choice, token }: Reading): Mail {
  const shown = said.slice(0, mostShown).map(({ part }) => part)
  const left = said.length - shown.length
  const rest: Part[] =
    left > 0
      ? [
          {
            lines: [`And ${left} more.`],
            link: { label: 'Open Ovation', address: publicUrl + paths.dashboard },
          },
        ]
      : []
  const unsubscribe = publicUrl + unsubscribePath(token)
  const foot: Part[] = [
    {
      lines: [`You get this ${mailTimes[choice]}, when there is news, because you chose so in your profile.`],
      link: { label: 'Your notifications', address: publicUrl + notificationSettingsPath },
    },
    { lines: [], link: { label: 'Stop these e-mails', address: unsubscribe } },
  ]
  const title = choice === 'daily' ? 'Your day at Ovation' : 'Your week at Ovation'
  return {
    subject: subjectOf(
      title,
      said.map(({ kind }) => kind),
    ),
    ...contentOf(title, [...shown, ...rest], foot),
    headers: {
      'List-Unsubscribe': `<${publicUrl}${oneClickPath(token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...automatic,
    },
  }
}

/** Keeps out-of-office answers away. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** The e-mail that asks whether an address is the member's own. */
export function confirmationMail({
  publicUrl,
  token,
}: {
  readonly publicUrl: string
  readonly token: string
}): Mail {
  const title = 'Is this your address?'
  const parts: Part[] = [
    {
      lines: [
        'Somebody with an account at Ovation wants its e-mails to go to this address.',
        'If that is you, confirm it. The link works for a week.',
      ],
      link: { label: 'Confirm this address', address: publicUrl + confirmationPath(token) },
    },
  ]
  const foot: Part[] = [
    {
      lines: ['If it is not you, do nothing: no e-mails are sent to an address that was not confirmed.'],
      link: { label: 'Ovation', address: publicUrl + paths.dashboard },
    },
  ]
  return { subject: 'Confirm your address for Ovation', ...contentOf(title, parts, foot), headers: automatic }
}

interface SubjectPart {
  readonly kinds: readonly DirectKind[]
  readonly words: (count: number) => string
}

/** What the subject says of each kind, in the order of the mail. */
const subjectParts: readonly SubjectPart[] = [
  { kinds: ['streak_danger'], words: () => 'your streak ends today' },
  {
    kinds: ['appeal_decided', 'share_decided'],
    words: (count) => (count === 1 ? '1 decision' : `${count} decisions`),
  },
  { kinds: ['achievement_unlocked'], words: (count) => (count === 1 ? '1 badge' : `${count} badges`) },
  {
    kinds: ['contest_ending'],
    words: (count) => (count === 1 ? 'a contest ends soon' : `${count} contests end soon`),
  },
  { kinds: ['week_recap'], words: () => 'how your week was' },
  { kinds: ['passed_by'], words: () => 'somebody passed you' },
]

function subjectOf(title: string, said: readonly DirectKind[]): string {
  const parts = subjectParts.flatMap(({ kinds, words }) => {
    const count = said.filter((kind) => kinds.includes(kind)).length
    return count > 0 ? [words(count)] : []
  })
  return parts.length === 0 ? title : `${title}: ${parts.join(', ')}`
}

function contentOf(
  title: string,
  parts: readonly Part[],
  foot: readonly Part[],
): Pick<Mail, 'text' | 'html'> {
  const plain = (part: Part) => [...part.lines, `${part.link.label}: ${part.link.address}`].join('\n')
  const text = [title, ...parts.map(plain), '--', ...foot.map(plain)].join('\n\n')
  return { text: `${text}\n`, html: htmlOf(title, parts, foot) }
}

/**
 * Without colours of its own, so that it can be read in the light and the dark theme of every mail program, and without
 * anything that is loaded from elsewhere.
 */
function htmlOf(title: string, parts: readonly Part[], foot: readonly Part[]): string {
  const item = (part: Part) => `<div style="margin:0 0 20px">${partHtml(part, 'font-weight:600')}</div>`
  const small = (part: Part) => `<div style="margin:0 0 8px;font-size:13px">${partHtml(part)}</div>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div role="main" style="max-width:560px;margin:0 auto;padding-top:16px;border-top:4px solid #4a5ce0;overflow-wrap:anywhere">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${parts.map(item).join('\n')}
<hr style="border:0;border-top:1px solid #808080;margin:24px 0 16px">
${foot.map(small).join('\n')}
</div>
</body>
</html>
`
}

function partHtml({ lines, link }: Part, firstStyle = ''): string {
  const texts = lines.map((line, index) => {
    const style = index === 0 && firstStyle !== '' ? ` style="${firstStyle}"` : ''
    return `<div${style}><bdi>${escapeHtml(line)}</bdi></div>`
  })
  return `${texts.join('')}<div><a href="${escapeHtml(link.address)}" style="color:inherit">${escapeHtml(link.label)}</a></div>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** What a page behind a link of an e-mail says, and its one button. */
export interface LinkPage {
  readonly title: string
  readonly lines: readonly string[]
  /** The words of a button that posts to the page's own address; null for none. */
  readonly button: string | null
  readonly link: Link | null
}

const settingsLink = (label: string): Link => ({ label, address: notificationSettingsPath })

export const linkPages = {
  unsubscribe: {
    title: 'Stop the e-mails?',
    lines: ['You will get no more e-mails with your news. Your messages in Slack stay as they are.'],
    button: 'Stop the e-mails',
    link: settingsLink('Sign in to change what you get'),
  },
  unsubscribed: {
    title: 'The e-mails are stopped',
    lines: [
      'You get no more e-mails with your news from Ovation. You can switch them on again in your profile.',
    ],
    button: null,
    link: settingsLink('Sign in for your other notifications'),
  },
  confirmed: {
    title: 'Your address is confirmed',
    lines: ['The e-mails that you chose go to it from now on.'],
    button: null,
    link: settingsLink('Your notifications'),
  },
  wrong: {
    title: 'This link does not work',
    lines: ['It is incomplete, or it no longer works. Sign in to choose what you get.'],
    button: null,
    link: settingsLink('Your notifications'),
  },
} as const satisfies Readonly<Record<string, LinkPage>>

export function confirmationPage(address: string): LinkPage {
  return {
    title: 'Confirm your address',
    lines: [`E-mails from Ovation for your account will go to ${cleanText(address)}.`],
    button: 'Confirm the address',
    link: null,
  }
}

/** A page that works without scripts, in the theme of the device. It stands behind links that mail programs open. */
export function linkPageHtml({ title, lines, button, link }: LinkPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Ovation</title>
<link rel="icon" href="/favicon.svg">
<style>${pageStyles}</style>
</head>
<body>
<main>
<p class="name">Ovation</p>
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${button === null ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`}
${link === null ? '' : `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`}
</main>
</body>
</html>
`
}

const pageStyles = `
:root { --bg: #f6f7fa; --surface: #fff; --line: #e1e5ec; --text: #14181f; --muted: #566070; --accent: #3b4fd8;
  --button: #3b4fd8; --hover: #2f40b8; --ring: #3b4fd8; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1015; --surface: #161a21; --line: #272d38; --text: #e8ebf0;
  --muted: #9aa4b2; --accent: #8c9bff; --button: #4a5ce0; --hover: #5161e0; --ring: #a5b1ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 14px/20px 'Inter Variable', Inter, system-ui, sans-serif; }
main { max-width: 480px; margin: 48px auto; padding: 24px 20px; border-radius: 14px; background: var(--surface);
  box-shadow: inset 0 0 0 1px var(--line); overflow-wrap: anywhere; }
@media (max-width: 520px) { main { margin: 16px; } }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 30px; font-weight: 680; letter-spacing: -0.02em; }
p { margin: 0 0 16px; }
p:last-child { margin: 0; }
.name { margin: 0 0 8px; color: var(--muted); font-size: 12px; line-height: 16px; font-weight: 600; }
button { min-height: 44px; margin: 0 0 16px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--button);
  color: #fff; font: inherit; font-weight: 580; cursor: pointer; }
button:hover { background: var(--hover); }
a { display: inline-block; min-height: 24px; color: var(--accent); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
`
