import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oldPhrases } from '#test/support/old-phrases.ts'
import { readTests } from '#test/support/told-tests.ts'

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')
const textEndings = /\.(tsx?|js|css|html|md)$/

describe('the phrases that plain English has replaced', () => {
  it('are nowhere in the product, its documents and the titles of its tests', async () => {
    const texts = await readTexts()
    expect(texts.size).toBeGreaterThan(500)
    expect(foundIn(texts)).toEqual([])
  })

  it('are found in any case, across the lines of a comment, and in a document', () => {
    const planted = new Map([
      ['src/web/ui/load-more.tsx', '<p>that is everything.</p>'],
      ['src/web/ui/table.tsx', '/**\n * For when a row\n * goes, or comes back.\n */'],
      ['docs/slack.md', 'A report that\nwas not sent stays in the tab.'],
      ['src/web/ui/plain.tsx', '<p>End of list</p>'],
    ])
    expect(foundIn(planted)).toEqual([
      'src/web/ui/load-more.tsx: That is everything',
      'src/web/ui/table.tsx: For when a row goes, or comes back',
      'docs/slack.md: A report that was not sent',
    ])
  })

  it('may stand as examples in the first column of the style guide, and nowhere else in it', () => {
    const table = '| Before | After |\n|---|---|\n| That is everything. | End of list |\n'
    const other = '\n| Text | Example |\n|---|---|\n| That is everything. | End of list |\n'
    expect(foundIn(new Map([['STYLE.md', withoutBefore(table)]]))).toEqual([])
    expect(foundIn(new Map([['STYLE.md', withoutBefore(table + other)]]))).toHaveLength(1)
    const swapped = table.replace(/\| That.*/, '| End of list | That is everything. |')
    expect(foundIn(new Map([['STYLE.md', withoutBefore(swapped)]]))).toHaveLength(1)
  })

  it('are long enough to be telling, and listed once', () => {
    expect(oldPhrases.filter((phrase) => phrase.length < 12)).toEqual([])
    expect(new Set(oldPhrases.map((phrase) => phrase.toLowerCase())).size).toBe(oldPhrases.length)
  })
})

/** `path: phrase` for every phrase in these texts, which are addressed by their paths. */
function foundIn(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([path, text]) => {
    const line = oneLine(text)
    return oldPhrases
      .filter((phrase) => line.includes(phrase.toLowerCase()))
      .map((phrase) => `${path}: ${phrase}`)
  })
}

/** In lower case and on one line, without the marks that begin the lines of a comment. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\n\s*(\*\/|\*|\/\/)?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

/** The text without the first column of the table that is headed "Before". */
function withoutBefore(text: string): string {
  return text.replace(/^\| Before \| After \|\n(\|.*\n?)*/m, (table) => table.replaceAll(/^\|[^|]*\|/gm, '|'))
}

async function readTexts(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const folder of ['src', 'docs', 'sandbox']) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`
      // The pages of coverage are made of titles, which are read below.
      if (textEndings.test(path) && !/^docs\/coverage\b/.test(path)) texts.set(path, await read(path))
    }
  }
  for (const path of ['README.md', 'CONTRIBUTING.md']) texts.set(path, await read(path))
  texts.set('STYLE.md', withoutBefore(await read('STYLE.md')))
  const titles = await readTests(root)
  texts.set('titles of tests', titles.map(({ name }) => name).join('\n'))
  return texts
}

function read(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8')
}
