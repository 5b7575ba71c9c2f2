import type { ToldTest } from './told-tests.ts'

/** One thing that the product owes, a line of docs/requirements.md: `- **its-id** What it is.` */
interface Requirement {
  section: string
  id: string
  what: string
}

/** What has to agree: the list of requirements, the tests that show them, and the page made of both. */
export interface Coverage {
  list: string
  tests: ToldTest[]
  page: string
}

const row = /^- \*\*([^*]+)\*\* (\S.*)$/
const wellFormed = /^[a-z]+(-[a-z0-9]+)+$/
const head = `# What the product owes, and the tests that show it

This page is made by \`npm run coverage\`; nobody writes it. What the product owes stands in [requirements.md](requirements.md), each
with its id, and a test names the ids that it shows as its tags. A file that ends in \`.spec.ts\`, and \`journeys.ts\`, has stories of
the browser, in \`test/e2e\`; one that ends in \`.test.ts\` has tests of the server, of the rules or of parts of the screens, in \`src\`
beside what they are about or in \`test\`. A name is the file, the titles of the groups and the title of the test, as they stand in the
source: one with \`\${…}\`, \`$\` or \`%\` is told once for each value, and the stories of \`journeys.ts\` once for each width.
`

/** The requirements of the list, in its order. */
export function requirementsIn(list: string): Requirement[] {
  let section = ''
  return list.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    const [, id, what] = row.exec(line) ?? []
    return id !== undefined && what !== undefined ? [{ section, id, what }] : []
  })
}

/** The page docs/coverage.md, as the list and the tests want it. */
export function coveragePage(list: string, tests: ToldTest[]): string {
  const requirements = requirementsIn(list)
  const sections = [...new Set(requirements.map(({ section }) => section))]
  const tables = sections.map((section) => {
    const rows = requirements
      .filter((each) => each.section === section)
      .map(({ id, what }) => `| ${id} | ${inCell(what)} | ${namesFor(id, tests).join('<br>')} |`)
    return [`## ${section}`, '', '| Id | What | Shown by |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return [head, ...tables].join('\n')
}

/** What does not agree, in words. */
export function problemsIn({ list, tests, page }: Coverage): string[] {
  const ids = requirementsIn(list).map(({ id }) => id)
  const known = new Set(ids)
  const shown = new Set(tests.flatMap((test) => test.ids))
  return [
    ...strayLinesIn(list).map((line) => `“${line}” is no requirement`),
    ...ids.filter((id) => !wellFormed.test(id)).map((id) => `${id} is not words with hyphens between them`),
    ...ids.filter((id, place) => ids.indexOf(id) < place).map((id) => `${id} stands twice in the list`),
    ...ids.flatMap((id) => longerThan(id, known).map((longer) => `${longer} begins like ${id}`)),
    ...ids.filter((id) => !shown.has(id)).map((id) => `${id} is shown by no test`),
    ...tests.flatMap((test) => strangersIn(test, known).map((id) => `“${test.name}” shows ${id}: unknown`)),
    ...tests.filter(repeatsItself).map(({ name }) => `“${name}” names an id twice`),
    ...(page === coveragePage(list, tests) ? [] : ['docs/coverage.md is out of date: npm run coverage']),
  ]
}

/** The lines of the sections that are neither a heading nor a requirement: the page would leave them out. */
function strayLinesIn(list: string): string[] {
  const lines = list.split('\n')
  const start = lines.findIndex((line) => line.startsWith('## '))
  return lines
    .slice(Math.max(start, 0))
    .filter((line) => line !== '' && !line.startsWith('## ') && !row.test(line))
}

/** The ids that begin with this one: who asks the browser's runner for this one would get their stories too. */
function longerThan(id: string, ids: ReadonlySet<string>): string[] {
  return [...ids].filter((each) => each !== id && each.startsWith(id))
}

function strangersIn({ ids }: ToldTest, known: ReadonlySet<string>): string[] {
  return ids.filter((id) => !known.has(id))
}

function repeatsItself({ ids }: ToldTest): boolean {
  return new Set(ids).size < ids.length
}

function namesFor(id: string, tests: ToldTest[]): string[] {
  return tests.filter(({ ids }) => ids.includes(id)).map(({ name }) => `\`${inCell(name)}\``)
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
