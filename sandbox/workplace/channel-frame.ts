import { type Page, page } from './picker.ts'

/** A page on which somebody uses the app. */
export function channelFrame(title: string, body: string): Page {
  return page(title, { body, formAction: "'self'", moreStyles: styles })
}

const styles = `
  :root { --primary: #3b4fd8; --danger: #c2272d; --danger-ink: #c2272d; }
  @media (prefers-color-scheme: dark) { :root { --primary: #4a5ce0; --danger: #c93a3a; --danger-ink: #ff8a8a; } }
  button, .button { padding: 0.5rem 1rem; text-align: center; }
  .button { display: inline-block; min-height: 2.75rem; border: 1px solid var(--edge); border-radius: 6px;
    background: var(--surface); color: inherit; text-decoration: none; }
  .button:hover { background: var(--hover); }
  .primary, .primary:hover { border-color: var(--primary); background: var(--primary); color: #fff; }
  .danger, .danger:hover { border-color: var(--danger); background: var(--danger); color: #fff; }
  .primary:hover, .danger:hover { text-decoration: underline; }
  button:disabled { color: var(--muted); cursor: not-allowed; }
  a:focus-visible, select:focus-visible, input:focus-visible, textarea:focus-visible {
    outline: 2px solid var(--accent); outline-offset: 2px; }
  select, input, textarea { min-height: 2.75rem; max-width: 100%; padding: 0.5rem 0.75rem;
    border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: inherit; font: inherit; }
  input[type='checkbox'], input[type='radio'] { min-height: 0; width: 1.25rem; height: 1.25rem; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 0.75rem 0; }
  .row select, .row input { flex: 1 1 10rem; min-width: 0; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem; }
  nav a { display: block; padding: 0.625rem 0.75rem; border-radius: 6px; }
  nav a[aria-current] { background: var(--hover); font-weight: 600; text-decoration: none; }
  h3 { margin: 0 0 0.25rem; font-size: 1rem; }
  hr { border: 0; border-top: 1px solid var(--edge); }
  article .title { color: var(--muted); }
  article q { display: inline-block; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--edge); quotes: none; }
  .private { margin: 1rem 0; padding: 0 0.75rem 0.25rem; border: 1px dashed var(--edge); border-radius: 6px; }
  .section { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem; }
  .section > div { flex: 1 1 12rem; min-width: 0; }
  .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); gap: 0 1rem; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; }
  .field, fieldset { margin: 1rem 0; }
  .field label, legend { display: block; font-weight: 600; }
  .field select, .field input, .field textarea { width: 100%; }
  fieldset { padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 6px; }
  .choice { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
  .error { color: var(--danger-ink); font-weight: 600; }
  [aria-invalid] { border-color: var(--danger-ink); }
  .notice { padding: 0.5rem 0.75rem; border: 1px solid var(--mark-edge); border-radius: 6px; background: var(--mark);
    color: var(--mark-ink); }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
