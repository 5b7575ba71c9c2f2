import { describe, expect, test } from 'vitest'
import { readSourceTree, type SourceFile } from '#test/support/source-facts.ts'

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

/** What is copied to the clipboard, by file: links, addresses, secrets and what sets up other tools. */
const copied: Readonly<Record<string, readonly string[]>> = {
  'src/web/parts/hook/connect-dialog.tsx': ['address', 'text'],
  'src/web/parts/hook/secret-field.tsx': ['secret'],
  'src/web/parts/post/copy-post-link.tsx': ['link'],
  'src/web/parts/setup/chat-step.tsx': ['app.settings', 'app.manifest'],
  'src/web/screens/admin/automation/connection-tests.tsx': ['url'],
  'src/web/screens/admin/automation/hook-reference.tsx': ['url'],
  'src/web/screens/admin/automation/incoming-panel.tsx': ['address'],
  'src/web/screens/admin/slack/configuration.tsx': ['url'],
  'src/web/screens/admin/users/user-columns.tsx': ['address'],
  'src/web/screens/admin/users/user-menu.tsx': ['text'],
  'src/web/screens/profile/linked-post-row.tsx': ['link'],
  'src/web/screens/profile/trackable-link.tsx': ['links.link'],
  'src/web/ui/copy-button.tsx': ['text'],
  'src/web/ui/shown-once.tsx': ['text'],
}

const clipboard = /\bclipboard\b|\buseCopy\b|execCommand/
const copying = /(?<!function )\b(?:useCopy|writeText)\(([^)]*)\)/g
/** Addresses and calls that open a platform's composer, where a text can stand already. */
const composer =
  /\/intent\/|\/compose\/(post|tweet)|sharing\/share-offsite|shareArticle|sharer(\.php|\/)|feedContent|dialog\/(share|feed)|wa\.me|api\.whatsapp|mailto:[^'"`]*body=|navigator\.share|\bcanShare\b/i

describe('a comment or a share is in everybody’s own words', () => {
  test('so nothing is copied but links, addresses, secrets and what sets up other tools', {
    tags: ['angles-no-paste'],
  }, async () => {
    const files = await productFiles()
    expect(files.length).toBeGreaterThan(500)
    expect(copiedIn(files)).toEqual(copied)
  })

  test('so no composer of a platform is opened', { tags: ['angles-no-paste'] }, async () => {
    expect(naming(composer, await productFiles())).toEqual([])
  })

  test.each([
    ['window.open("https://x.com/intent/post?text=News")'],
    ['https://twitter.com/intent/tweet?text=News'],
    ['https://www.linkedin.com/sharing/share-offsite/?url=x'],
    ['https://www.linkedin.com/shareArticle?mini=true&summary=x'],
    ['https://www.facebook.com/sharer/sharer.php?u=x'],
    ['await navigator.share({ text })'],
  ])('and a composer would be found: %s', { tags: ['angles-no-paste'] }, (text) => {
    expect(naming(composer, [{ path: 'planted.tsx', text }])).toEqual(['planted.tsx'])
  })

  test.each([
    ['await navigator.clipboard.writeText(post.content)', ['post.content']],
    ['const copying = useCopy(angle)', ['angle']],
    ["document.execCommand('copy')", []],
  ])('and one more copy would be found: %s', { tags: ['angles-no-paste'] }, (text, expressions) => {
    expect(copiedIn([{ path: 'planted.tsx', text }])).toEqual({ 'planted.tsx': expressions })
  })
})

/** The sources of the product, without its tests. */
async function productFiles(): Promise<SourceFile[]> {
  const all = await readSourceTree(root)
  return all.filter(({ path }) => path.startsWith('src/') && !/\.test\.tsx?$|\.css$/.test(path))
}

/** The paths of the files whose text has this. */
function naming(what: RegExp, files: readonly SourceFile[]): string[] {
  return files
    .filter(({ text }) => what.test(text))
    .map(({ path }) => path)
    .toSorted()
}

/** What each file that can write to the clipboard writes to it. */
function copiedIn(files: readonly SourceFile[]): Record<string, string[]> {
  const able = files.filter(({ text }) => clipboard.test(text))
  return Object.fromEntries(
    able.map(({ path, text }) => [path, Array.from(text.matchAll(copying), ([, what = '']) => what)]),
  )
}
