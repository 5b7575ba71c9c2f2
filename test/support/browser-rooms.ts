import type { SourceFacts } from '#test/support/source-facts.ts'

interface Breach {
  rule: string
  path: string
  detail: string
}

const rules = {
  rooms: 'the browser has a closed set of rooms',
  below: 'a room of the browser uses only the rooms below it',
  screens: 'no screen imports a screen',
  circles: 'the browser has no import circles',
  users: 'a part has two users',
} as const

export const browserRuleNames: string[] = Object.values(rules)

const web = 'src/web/'
/** The rooms of the browser, each with what it may use besides itself and packages. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  // Files that the browser gets as they are.
  public: [],
  ui: [],
  api: ['contract', 'domain'],
  live: ['ui', 'api', 'contract', 'domain'],
  parts: ['ui', 'api', 'live', 'app', 'contract', 'domain'],
  screens: ['ui', 'api', 'live', 'app', 'parts', 'contract', 'domain'],
  app: ['ui', 'api', 'live', 'parts', 'screens', 'contract', 'domain'],
}

/** Every breach of the law of the browser's rooms in these files, which are treated as a whole project. */
export function browserRoomBreaches(facts: readonly SourceFacts[]): Breach[] {
  const files = facts.filter(({ path }) => path.startsWith(web) && !/\.test\.tsx?$/.test(path))
  const uses = new Map(files.map((file) => [file.path, file.files]))
  return [...files.flatMap(roomBreaches), ...circles(uses), ...lonelyParts(uses)]
}

function roomBreaches(file: SourceFacts): Breach[] {
  const breach = (rule: string, detail: string): Breach => ({ rule, path: file.path, detail })
  const own = roomOf(file.path)
  const below = rooms[own]
  if (below === undefined) return [breach(rules.rooms, own)]
  return file.files.flatMap((target) => {
    const room = roomOf(target)
    if (room === 'screens' && own === 'screens') {
      return screenOf(target) === screenOf(file.path) ? [] : [breach(rules.screens, target)]
    }
    return room === own || below.includes(room) || !target.startsWith('src/')
      ? []
      : [breach(rules.below, target)]
  })
}

/** `ui` for `src/web/ui/page.tsx`, `contract` for `src/contract/posts.ts`. */
function roomOf(path: string): string {
  return (
    path
      .replace(web, '')
      .replace(/^src\//, '')
      .split('/')[0] ?? ''
  )
}

function screenOf(path: string): string | undefined {
  return /^src\/web\/screens\/([^/]+)\//.exec(path)?.[1]
}

/** One circle for each group of files that import one another, be it only types or on demand. */
function circles(uses: ReadonlyMap<string, readonly string[]>): Breach[] {
  const done = new Set<string>()
  const found: Breach[] = []
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path)
    if (start >= 0) found.push({ rule: rules.circles, path, detail: [...way.slice(start), path].join(' → ') })
    if (start >= 0 || done.has(path)) return
    for (const target of uses.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of uses.keys()) visit(path, [])
  return found
}

/** The files of `parts/` that fewer than two screens reach; the app itself counts as one. */
function lonelyParts(uses: ReadonlyMap<string, readonly string[]>): Breach[] {
  const users = new Map<string, Set<string>>()
  for (const path of uses.keys()) {
    const user = screenOf(path) ?? (roomOf(path) === 'app' ? 'app' : null)
    if (user === null) continue
    const reached = new Set<string>()
    const follow = (target: string) => {
      if (reached.has(target) || roomOf(target) !== 'parts') return
      reached.add(target)
      users.set(target, (users.get(target) ?? new Set()).add(user))
      for (const next of uses.get(target) ?? []) follow(next)
    }
    for (const target of uses.get(path) ?? []) follow(target)
  }
  return [...uses.keys()]
    .filter((path) => roomOf(path) === 'parts' && (users.get(path)?.size ?? 0) < 2)
    .map((path) => ({ rule: rules.users, path, detail: `used by ${[...(users.get(path) ?? [])].join()}` }))
}
