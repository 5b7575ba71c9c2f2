import type { Person } from './people.ts'

export interface Page {
  html: string
  /** The page's Content-Security-Policy. */
  policy: string
}

export interface PickerChoices {
  teamName: string
  people: readonly Person[]
  /** People of another workplace, whom the app must turn away. */
  outsiders: readonly Person[]
  /** The origin that the form redirects to. Chromium applies form-action to redirects too. */
  returnOrigin: string
}

/** The page that stands in for Slack's own sign-in page: one button per person, and Cancel. */
export function pickerPage({ teamName, people, outsiders, returnOrigin }: PickerChoices): Page {
  const body = `
    <h1>Choose who you are</h1>
    <p>You are signing in with a made-up workplace. Pick a person to sign in as; no password is needed.</p>
    <form method="post">
      <h2>${escapeHtml(teamName)}</h2>
      <ul>${people.map(personItem).join('')}</ul>
      ${outsiders.length > 0 ? outsidersSection(outsiders) : ''}
      <p><button class="cancel" name="person" value="cancel">Cancel</button></p>
    </form>`
  return page('Choose who you are', { body, formAction: `'self' ${returnOrigin}` })
}

/** Shown when a sign-in cannot continue because it expired or the request is invalid. */
export function signInProblemPage(detail = 'It has expired, or it was never started.'): Page {
  const body = `
    <h1>This sign-in cannot continue</h1>
    <p>${escapeHtml(detail)}</p>
    <p>Go back to the app and start again.</p>`
  return page('This sign-in cannot continue', { body, formAction: "'none'" })
}

function outsidersSection(outsiders: readonly Person[]): string {
  return `
      <h2>Another workplace</h2>
      <p>These people are not members here: the app should turn them away.</p>
      <ul>${outsiders.map(personItem).join('')}</ul>`
}

const markLabels = { admin: 'Admin', moderator: 'Moderator' } as const

function personItem({ id, name, title, mark }: Person): string {
  const markHtml = mark ? `<span class="mark">${markLabels[mark]}</span>` : ''
  return `
        <li><button name="person" value="${escapeHtml(id)}">
          <span class="name"><bdi>${escapeHtml(name)}</bdi> ${markHtml}</span>
          <span class="title">${escapeHtml(title)}</span>
        </button></li>`
}

interface PageParts {
  readonly body: string
  readonly formAction: string
  readonly moreStyles?: string
}

export function page(title: string, { body, formAction, moreStyles = '' }: PageParts): Page {
  return {
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)} · Sandbox workplace</title>
    <link rel="icon" href="data:,">
    <style>${styles}${moreStyles}</style>
  </head>
  <body>
    <main>
    <p class="sandbox">Sandbox workplace: stands in for Slack</p>${body}
    </main>
  </body>
</html>
`,
    policy:
      `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action ${formAction}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  }
}

const styles = `
  :root {
    --bg: #f6f7fa; --surface: #fff; --edge: #7f8796; --ink: #14181f; --muted: #566070;
    --accent: #3b4fd8; --hover: #ebeefe; --mark-ink: #7a5200; --mark: #fff4d6; --mark-edge: #a87a00;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --bg: #0d1015; --surface: #161a21; --edge: #707b8c; --ink: #e8ebf0; --muted: #9aa4b2;
      --accent: #a5b1ff; --hover: #1e2550; --mark-ink: #f5cf6b; --mark: #3a2e0b; --mark-edge: #c99a1b;
    }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
  h1 { margin: 0.75rem 0 0.25rem; font-size: 1.375rem; line-height: 1.3; }
  h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
  p { margin: 0 0 0.5rem; color: var(--muted); }
  .sandbox { display: inline-block; margin: 0; padding: 0.125rem 0.625rem; border: 1px dashed var(--edge);
    border-radius: 999px; font-size: 0.8125rem; }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 0.5rem;
    margin: 0; padding: 0; list-style: none; }
  button { min-height: 2.75rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface);
    color: inherit; font: inherit; text-align: start; cursor: pointer; }
  li button { display: block; width: 100%; height: 100%; padding: 0.5rem 0.75rem; }
  button:hover { background: var(--hover); }
  button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .name { display: block; font-weight: 600; }
  .title { display: block; color: var(--muted); font-size: 0.875rem; }
  .mark { display: inline-block; padding: 0 0.375rem; border: 1px solid var(--mark-edge); border-radius: 6px;
    background: var(--mark); color: var(--mark-ink); font-size: 0.75rem; font-weight: 500; }
  article { margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px solid var(--edge); border-radius: 6px;
    background: var(--surface); }
  article h2 { margin: 0 0 0.25rem; }
  article p { color: inherit; }
  a { color: var(--accent); }
  .cancel { margin-top: 1.5rem; padding: 0 1.25rem; }
`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
