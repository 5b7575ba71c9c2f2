import { browserRoomBreaches, browserRuleNames } from '#test/support/browser-rooms.ts'
import { factsOf, type SourceFacts, type SourceFile } from '#test/support/source-facts.ts'
import { tableViolations } from '#test/support/table-owners.ts'
import { textRules, textViolations } from '#test/support/text-law.ts'

export interface Violation {
  rule: string
  path: string
  detail: string
}

/** Returns the offences of one file, each in a few words. */
type FileRule = (file: SourceFacts) => string[]

const browserPackages = [
  '@fontsource-variable/inter',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-hebrew',
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@radix-ui/react-toast',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'lucide-react',
  'react',
  'react-dom',
  'vite',
  'wouter',
]
const testPackages = ['vitest', 'fast-check']
const forbiddenWords = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'manager',
  'managers',
  'service',
  'services',
  'types',
  'misc',
  'shared',
  'index',
]
// Ids of other systems, which are texts to this one, and the files that know them.
const foreignIds: Readonly<Record<string, RegExp>> = {
  // Slack's id of a member, which names those who gave no name.
  slackUserId: /\/features\/users\/commands\.ts$/,
  // Slack's id of the channel that is written to.
  channelId: /\/features\/notifications\/store\.ts$/,
  // What the sender of a hook calls its delivery, hashed.
  deliveryId: /\/hooks\/(arrival|store)\.ts$/,
  // What a signature covers is any text; the examples of its standard are no UUIDs.
  id: /\/(hooks\/signature|domain\/team-groups)\.ts$/,
  // Slack's ids of a user group and of a person.
  groupId: /\/domain\/team-groups\.ts$/,
  chatId: /\/domain\/team-groups\.ts$/,
}
const longestFileLines = 500
const integrationHosts = ['src/server/app.ts', 'src/server/job-handlers.ts']
const featureRoles = ['routes.ts', 'commands.ts', 'store.ts', 'jobs.ts', 'verify.ts']
const integrationRoles = [
  'routes.ts',
  'client.ts',
  'messages.ts',
  'signature.ts',
  'jobs.ts',
  'commands.ts',
  'store.ts',
]
/** The rooms of the server that know no feature, each with the rooms that it may use. */
const coreRooms: Readonly<Record<string, readonly string[]>> = {
  db: [],
  cache: [],
  access: ['db'],
  jobs: ['db'],
  http: ['db', 'cache', 'access'],
  live: ['db', 'cache', 'access'],
  hooks: ['db', 'access', 'http'],
  ops: ['db', 'access'],
}
const rooms = [...Object.keys(coreRooms), 'features', 'integrations']
const room = /^src\/server\/([^/]+)\//
/** An integration of several parts has a folder for each. */
const parts: Readonly<Record<string, readonly string[]>> = {
  slack: [
    'blocks',
    'channel',
    'direct',
    'groups',
    'home',
    'import',
    'outbox',
    'people',
    'presses',
    'receive',
    'reviews',
    'sign-in',
    'typed',
    'updates',
  ],
}
const feature = /^src\/server\/features\/([^/]+)\//
const integration = /^src\/server\/integrations\/([^/]+)\//

const fileRules: Record<string, FileRule> = {
  'source parses': (file) => (file.parses ? [] : ['does not parse']),

  'domain imports nothing': (file) =>
    file.path.startsWith('src/domain/') ? importsOutside(file, ['src/domain/'], []) : [],

  'the schemas of the contract import domain and zod': (file) =>
    file.path.startsWith('src/contract/') && mayUseSchemas(file)
      ? importsOutside(file, ['src/contract/', 'src/domain/'], ['zod'])
      : [],

  'the rest of the contract imports domain and no schema': (file) =>
    file.path.startsWith('src/contract/') && !mayUseSchemas(file)
      ? [...importsOutside(file, ['src/contract/', 'src/domain/'], []), ...file.files.filter(isSchema)]
      : [],

  'web imports domain, contract and browser packages': (file) =>
    file.path.startsWith('src/web/')
      ? importsOutside(file, ['src/web/', 'src/contract/', 'src/domain/'], browserPackages)
      : [],

  // The schema library is large. What needs it is loaded when it is needed.
  'web loads schemas on demand': (file) =>
    file.path.startsWith('src/web/') && !isTest(file) ? file.loadedFiles.filter(isSchema) : [],

  'server imports neither browser code nor scaffolding': (file) =>
    isServerCode(file)
      ? file.files.filter(
          (target) => !/^src\/(server|contract|domain)\//.test(target) && target !== 'package.json',
        )
      : [],

  'the server has a closed set of rooms': (file) => {
    const own = room.exec(file.path)?.[1]
    return own === undefined || rooms.includes(own) ? [] : [own]
  },

  'a room of the core uses only the rooms below it': (file) => {
    const own = room.exec(file.path)?.[1] ?? ''
    const below = coreRooms[own]
    if (below === undefined || !isServerCode(file)) return []
    return file.files.filter((target) => {
      const other = room.exec(target)?.[1]
      return other !== undefined && other !== own && !below.includes(other)
    })
  },

  'a feature uses only commands and stores of another': (file) => {
    const own = feature.exec(file.path)?.[1]
    if (own === undefined || isTest(file)) return []
    return file.files.filter((target) => {
      const other = feature.exec(target)?.[1]
      return other !== undefined && other !== own && !/\/(commands|store)\.ts$/.test(target)
    })
  },

  "a feature's routes export nothing but their list": (file) => {
    if (!feature.test(file.path) || !file.path.endsWith('/routes.ts')) return []
    // The list is one function, which takes the app and the deps.
    const strays = file.exports.filter(({ name, parameters }) => !/Routes$/.test(name) || parameters !== 2)
    const lists = file.exports.filter((each) => !strays.includes(each))
    return [...strays, ...lists.slice(1)].map(({ name }) => name)
  },

  'an integration can be removed': (file) => {
    const own = integration.exec(file.path)?.[0]
    const isHost = integrationHosts.includes(file.path) || !file.path.startsWith('src/') || isTest(file)
    if (isHost) return []
    return file.files.filter((target) => integration.test(target) && integration.exec(target)?.[0] !== own)
  },

  'drizzle only in stores and db': (file) =>
    isServerCode(file) && !/^src\/server\/db\/|\/store\.ts$/.test(file.path)
      ? file.packages.filter((name) => name.startsWith('drizzle-'))
      : [],

  'pg-boss only in jobs': (file) =>
    isServerCode(file) && !file.path.startsWith('src/server/jobs/')
      ? file.packages.filter((name) => name === 'pg-boss')
      : [],

  'fastify only at the edge': (file) =>
    isServerCode(file) &&
    !/^src\/server\/((access|hooks|http|live)\/|cache\/send-ready\.ts$|app\.ts$)|\/routes\.ts$/.test(
      file.path,
    )
      ? file.packages.filter((name) => /^(fastify($|-)|@fastify\/)/.test(name))
      : [],

  'the environment only in config': (file) =>
    isProductCode(file) && !/^src\/server\/(config|quick-start)\.ts$/.test(file.path) && file.readsEnvironment
      ? ['process.env']
      : [],

  'the clock only in clock': (file) =>
    isProductCode(file) && !/^src\/(web\/|server\/clock\.ts$)/.test(file.path) && file.readsClock
      ? ['reads the time of day']
      : [],

  'tests and samples choose their moment': (file) =>
    hasTestMoment(file) && file.readsTimeOfDay ? ['reads the time of day'] : [],

  'no test is retried': (file) =>
    (isTest(file) || /\.spec\.ts$|^[^/]+\.config\.ts$/.test(file.path)) && file.retriesTests
      ? ['retries']
      : [],

  'transactions only in commands': (file) =>
    isServerCode(file) &&
    !/^src\/server\/(db|hooks|ops)\/|\/commands\.ts$/.test(file.path) &&
    file.opensTransaction
      ? ['.transaction(']
      : [],

  'fetch only in a client': (file) =>
    isProductCode(file) && !file.path.endsWith('/client.ts') && file.callsFetch ? ['fetch('] : [],

  'text never becomes markup or code': (file) =>
    isProductCode(file) && file.runsText ? ['innerHTML or the like'] : [],

  'no tricks': (file) => file.tricks,

  'an id says what it identifies': (file) =>
    /^src\/(domain|server\/(features|access|hooks))\//.test(file.path) && !isTest(file)
      ? file.plainIds.filter((name) => !foreignIds[name]?.test(file.path))
      : [],

  'no barrels': (file) => (file.hasReExport ? ['exports from another file'] : []),

  'no default exports': (file) =>
    file.hasDefaultExport && !file.path.endsWith('.config.ts') ? ['export default'] : [],

  'names say what is inside': (file) =>
    file.path.split(/[/.-]/).filter((word) => forbiddenWords.includes(word.toLowerCase())),

  'no file over 500 lines': (file) => (file.lineCount > longestFileLines ? [`${file.lineCount} lines`] : []),

  'a feature has a closed set of files': (file) => strangers(file.path, 'src/server/features/', featureRoles),

  'an integration has a closed set of files': (file) =>
    strangers(file.path, 'src/server/integrations/', integrationRoles),
}

const cycleRule = 'features without cycles'

const ownerRule = 'a table is written by its owner and read by the listed modules'

export const ruleNames = [
  ...Object.keys(fileRules),
  cycleRule,
  ownerRule,
  ...browserRuleNames,
  ...Object.keys(textRules),
]

/** Every breach of the import law in these files, which are treated as a whole project. */
export function violationsIn(files: SourceFile[]): Violation[] {
  const facts = files.map(factsOf)
  const found = Object.entries(fileRules).flatMap(([rule, offences]) =>
    facts.flatMap((file) => offences(file).map((detail) => ({ rule, path: file.path, detail }))),
  )
  return [
    ...found,
    ...featureCycles(facts),
    ...foreignTables(files),
    ...browserRoomBreaches(facts),
    ...textViolations(files),
  ]
}

function foreignTables(files: SourceFile[]): Violation[] {
  const { writes, reads } = tableViolations(files)
  const breach = (verb: string) => (access: { path: string; table: string }) => ({
    rule: ownerRule,
    path: access.path,
    detail: `${verb} ${access.table}`,
  })
  return [...writes.map(breach('writes')), ...reads.map(breach('reads'))]
}

const isSchema = (path: string) => /^src\/contract\/.*\.schema\.ts$/.test(path)
const mayUseSchemas = (file: SourceFacts) => isSchema(file.path) || isTest(file)
const isTest = (file: SourceFacts) => /\.test\.tsx?$/.test(file.path)
// Speed is measured on the machine's own clock.
const hasTestMoment = (file: SourceFacts) =>
  isTest(file) || (/^(test|sandbox)\//.test(file.path) && !file.path.startsWith('test/load/'))
const isProductCode = (file: SourceFacts) => file.path.startsWith('src/') && !isTest(file)
const isServerCode = (file: SourceFacts) => file.path.startsWith('src/server/') && !isTest(file)

function importsOutside(file: SourceFacts, folders: string[], packages: string[]): string[] {
  const allowed = isTest(file) ? [...packages, ...testPackages] : packages
  const strays = file.files.filter((target) => !folders.some((folder) => target.startsWith(folder)))
  return [...strays, ...file.packages.filter((name) => !allowed.includes(name))]
}

function strangers(path: string, folder: string, roles: string[]): string[] {
  if (!path.startsWith(folder)) return []
  const [noun = '', ...inside] = path.slice(folder.length).split('/')
  const [name = '', ...deeper] = parts[noun]?.includes(inside[0] ?? '') ? inside.slice(1) : inside
  const isKnown = deeper.length === 0 && (roles.includes(name) || name.endsWith('.test.ts'))
  return isKnown ? [] : ['is none of the known roles']
}

/** Features that import themselves through other features. */
function featureCycles(facts: SourceFacts[]): Violation[] {
  const uses = new Map<string, Set<string>>()
  for (const file of facts.filter((each) => !isTest(each))) {
    const own = feature.exec(file.path)?.[1]
    if (own === undefined) continue
    const targets = file.files.flatMap((target) => feature.exec(target)?.[1] ?? [])
    const others = targets.filter((target) => target !== own)
    uses.set(own, new Set([...(uses.get(own) ?? []), ...others]))
  }
  return [...uses.keys()].flatMap((start) => {
    const cycle = findCycle(uses, [start])
    return cycle ? [{ rule: cycleRule, path: `src/server/features/${start}`, detail: cycle.join(' → ') }] : []
  })
}

function findCycle(uses: Map<string, Set<string>>, path: string[]): string[] | undefined {
  for (const next of uses.get(path.at(-1) ?? '') ?? []) {
    if (next === path[0]) return [...path, next]
    const longer = path.includes(next) ? undefined : findCycle(uses, [...path, next])
    if (longer) return longer
  }
  return undefined
}
