import { describe, expect, test } from 'vitest'
import { ruleNames, violationsIn } from '#test/support/import-law.ts'
import { readSourceTree, type SourceFile } from '#test/support/source-facts.ts'
import { tablesIn, tableUses } from '#test/support/table-owners.ts'

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

/** A planted offence against a rule, and similar code that the rule must allow. */
interface Plant {
  rule: string
  offence: SourceFile[]
  lawful: SourceFile[]
}

const file = (path: string, text = ''): SourceFile => ({ path, text })
// In two parts, because the law forbids this text in tests.
const sqlNow = `now${'()'}`
const posts = 'src/server/features/posts'
const owners = 'a table is written by its owner and read by the listed modules'
const zapier = 'src/server/integrations/zapier'

const plants: Plant[] = [
  plant('source parses', file('src/domain/days.ts', 'const = 1'), file('src/domain/days.ts', 'const a = 1')),
  plant(
    'domain imports nothing',
    file('src/domain/days.ts', `import { z } from 'zod'`),
    file('src/domain/days.ts', `import { a } from './points.ts'\nimport { b } from '#domain/undo.ts'`),
  ),
  plant(
    'domain imports nothing',
    file('src/domain/days.ts', `export type Post = import('#contract/posts.ts').Post`),
    file('src/domain/days.test.ts', `import { test } from 'vitest'\nimport fc from 'fast-check'`),
  ),
  plant(
    'the schemas of the contract import domain and zod',
    file('src/contract/posts.schema.ts', `import type { Deps } from '#server/deps.ts'`),
    file('src/contract/posts.schema.ts', `import { z } from 'zod'\nimport { a } from '../domain/posts.ts'`),
  ),
  plant(
    'the rest of the contract imports domain and no schema',
    file('src/contract/posts.ts', `import type { z } from 'zod'`),
    file('src/contract/posts.ts', `import { a } from './endpoint.ts'\nimport { b } from '#domain/posts.ts'`),
  ),
  plant(
    'the rest of the contract imports domain and no schema',
    file('src/contract/posts.ts', `import type { listPosts } from './posts.schema.ts'`),
    file(
      'src/contract/posts.test.ts',
      `import { listPosts } from './posts.schema.ts'\nimport { z } from 'zod'`,
    ),
  ),
  plant(
    'web imports domain, contract and browser packages',
    file('src/web/app/router.tsx', `import { join } from 'node:fs'`),
    file('src/web/app/router.tsx', `import { Route } from 'wouter'\nimport '@mantine/core/styles.css'`),
  ),
  plant(
    'web imports domain, contract and browser packages',
    file('src/web/app/main.tsx', `import { join } from 'node:path'\nexport const a = <p>{join}</p>`),
    file(
      'src/web/app/main.tsx',
      `import { createRoot } from 'react-dom/client'\nimport { App } from './app.tsx'`,
    ),
  ),
  plant('the browser has a closed set of rooms', file('src/web/widgets/card.tsx'), [
    file('src/web/ui/card.tsx'),
    file('src/web/public/page-start.js'),
  ]),
  plant(
    'a room of the browser uses only the rooms below it',
    file('src/web/api/posts.ts', `import { toast } from '#web/ui/toasts.ts'`),
    file(
      'src/web/api/posts.ts',
      `import { call } from './client.ts'\nimport { a } from '#contract/posts.ts'`,
    ),
  ),
  plant(
    'a room of the browser uses only the rooms below it',
    file('src/web/ui/card.tsx', `import type { Post } from '#contract/posts.ts'`),
    file('src/web/ui/card.tsx', `import { Page } from './page.tsx'\nimport { Button } from '@mantine/core'`),
  ),
  plant(
    'no screen imports a screen',
    file('src/web/screens/profile/profile.tsx', `import { Row } from '#web/screens/dashboard/row.tsx'`),
    file('src/web/screens/profile/profile.tsx', `import { Row } from '#web/screens/profile/parts/row.tsx'`),
  ),
  plant(
    'the browser has no import circles',
    [
      file('src/web/ui/card.tsx', `const list = () => import('./list.tsx')`),
      file('src/web/ui/list.tsx', `import type { CardProps } from './card.tsx'`),
    ],
    [
      file('src/web/ui/card.tsx', `import { a } from './list.tsx'\nimport { b } from './row.tsx'`),
      file('src/web/ui/list.tsx', `import { b } from './row.tsx'`),
      file('src/web/ui/row.tsx'),
    ],
  ),
  plant(
    'a part has two users',
    [
      file('src/web/parts/contest/podium.tsx'),
      file('src/web/screens/dashboard/dashboard.tsx', `import { a } from '#web/parts/contest/podium.tsx'`),
    ],
    [
      file('src/web/parts/contest/podium.tsx', `import { a } from './place.ts'`),
      file('src/web/parts/contest/place.ts'),
      file('src/web/screens/dashboard/dashboard.tsx', `import { a } from '#web/parts/contest/podium.tsx'`),
      file('src/web/screens/profile/profile.tsx', `const a = import('#web/parts/contest/podium.tsx')`),
    ],
  ),
  plant(
    'web imports domain, contract and browser packages',
    file('src/web/api/posts.ts', `import type { z } from 'zod'`),
    file('src/web/api/posts.ts', `import type { Endpoint } from '#contract/endpoint.ts'`),
  ),
  plant(
    'web loads schemas on demand',
    file('src/web/api/posts.ts', `import { listPosts } from '#contract/posts.schema.ts'`),
    [
      file('src/web/api/posts.ts', `const schemas = import('#contract/posts.schema.ts')`),
      file('src/web/api/shares.ts', `import type { listShares } from '#contract/shares.schema.ts'`),
      file('src/web/api/users.test.ts', `import { listUsers } from '#contract/users.schema.ts'`),
    ],
  ),
  plant(
    'server imports neither browser code nor scaffolding',
    file('src/server/main.ts', `import { startSandbox } from '#sandbox/workplace/front.ts'`),
    file('src/server/app.test.ts', `import { startSandbox } from '#sandbox/workplace/front.ts'`),
  ),
  plant('the server has a closed set of rooms', file('src/server/domain-events/bus.ts'), [
    file('src/server/access/guard.ts'),
    file('src/server/run.ts'),
  ]),
  plant(
    'a room of the core uses only the rooms below it',
    file('src/server/db/batch.ts', `import { AppError } from '#server/http/errors.ts'`),
    file('src/server/http/mount.ts', `import type { Member } from '#server/access/session.ts'`),
  ),
  plant(
    'a room of the core uses only the rooms below it',
    file('src/server/live/hub.ts', `import { findPost } from '#server/features/posts/store.ts'`),
    file('src/server/app.ts', `import { findPost } from '#server/features/posts/store.ts'`),
  ),
  plant(
    'a feature uses only commands and stores of another',
    file(`${posts}/routes.ts`, `import { a } from '#server/features/members/routes.ts'`),
    file(
      `${posts}/routes.ts`,
      `import { a } from '#server/features/members/store.ts'\nimport './commands.ts'`,
    ),
  ),
  plant(
    "a feature's routes export nothing but their list",
    file(
      `${posts}/routes.ts`,
      'export function postRoutes(app, deps) {}\nexport function prepareHooks(app, deps) {}',
    ),
    file(`${posts}/routes.ts`, 'export function postRoutes(app, { db }) {}\nfunction pageOf(deps, query) {}'),
  ),
  plant(
    "a feature's routes export nothing but their list",
    file(`${posts}/routes.ts`, 'export const firstPageSize = 50\nexport function postRoutes(app, deps) {}'),
    file(`${posts}/commands.ts`, 'export const firstPageSize = 50\nexport function listPage(deps, query) {}'),
  ),
  plant(
    "a feature's routes export nothing but their list",
    file(
      `${posts}/routes.ts`,
      'export interface Page {}\nfunction postRoutes(app) {}\nexport { postRoutes }',
    ),
    file(`${zapier}/routes.ts`, 'export function zapierHooks(app, deps) {}\nexport function a(app, deps) {}'),
  ),
  plant(
    'features without cycles',
    [
      file(`${posts}/commands.ts`, `import { a } from '../members/store.ts'`),
      file('src/server/features/members/store.ts', `import { b } from '../teams/store.ts'`),
      file('src/server/features/teams/store.ts', `import type { C } from '../posts/store.ts'`),
    ],
    [
      file(
        `${posts}/commands.ts`,
        `import { a } from '../members/store.ts'\nimport { b } from '../teams/store.ts'`,
      ),
      file('src/server/features/members/store.ts', `import { b } from '../teams/store.ts'`),
    ],
  ),
  plant(
    'an integration can be removed',
    file(
      `${posts}/commands.ts`,
      `import { postMessage } from '#server/integrations/slack/sign-in/client.ts'`,
    ),
    file('src/server/app.ts', `import { slackRoutes } from '#server/integrations/slack/sign-in/routes.ts'`),
  ),
  plant(
    'an integration can be removed',
    file(`${zapier}/routes.ts`, `import { a } from '../slack/client.ts'`),
    file(
      `${zapier}/routes.ts`,
      `import { a } from './client.ts'\nimport { b } from '../../features/posts/store.ts'`,
    ),
  ),
  plant(
    'drizzle only in stores and db',
    file(`${posts}/commands.ts`, `import { eq } from 'drizzle-orm'`),
    file(`${posts}/store.ts`, `import { pgTable } from 'drizzle-orm/pg-core'`),
  ),
  plant(
    'pg-boss only in jobs',
    file(`${posts}/commands.ts`, `import { PgBoss } from 'pg-boss'`),
    file('src/server/jobs/boss.ts', `import { PgBoss } from 'pg-boss'`),
  ),
  plant(
    'an integration can be removed',
    file('src/server/run.ts', `import { slackJobs } from '#server/integrations/slack/jobs.ts'`),
    file('src/server/job-handlers.ts', `import { slackJobs } from '#server/integrations/slack/jobs.ts'`),
  ),
  plant(
    'fastify only at the edge',
    file(`${posts}/commands.ts`, `import type { FastifyRequest } from 'fastify'`),
    file('src/server/http/guard.ts', `import cookie from '@fastify/cookie'`),
  ),
  plant(
    'the environment only in config',
    file('src/server/main.ts', 'export const port = process.env.PORT'),
    file('src/server/config.ts', 'export const port = process.env.PORT'),
  ),
  plant(
    'the environment only in config',
    file('src/server/main.ts', `import { env } from 'node:process'\nconst { env: own } = process`),
    file('src/server/main.ts', '// process.env is read elsewhere\nconst text = "process.env"'),
  ),
  plant(
    'the clock only in clock',
    file(`${posts}/commands.ts`, 'export const now = new Date()'),
    file(`${posts}/commands.ts`, 'export const then = new Date(0)'),
  ),
  plant(
    'the clock only in clock',
    file('src/domain/days.ts', 'export const now = () => Date.now()'),
    file('src/server/clock.ts', 'export const now = () => Date.now()'),
  ),
  plant(
    'the clock only in clock',
    file('src/contract/live.ts', 'export const at = performance.now()'),
    file('src/web/live/use-live.ts', 'export const at = performance.now()'),
  ),
  plant(
    'tests and samples choose their moment',
    file('test/e2e/feed.spec.ts', 'export const now = new Date()'),
    file('test/e2e/feed.spec.ts', 'export const then = new Date(0)'),
  ),
  plant(
    'tests and samples choose their moment',
    file('sandbox/sample/seed.ts', 'export const nowMs = Date.now()'),
    file('sandbox/sample/seed.ts', 'export const now = clock.now()'),
  ),
  plant(
    'tests and samples choose their moment',
    file(`${posts}/posts.test.ts`, `run('update posts set deleted_at = ${sqlNow}')`),
    file(`${posts}/posts.test.ts`, `run('update posts set deleted_at = $1', [clock.now()])`),
  ),
  plant(
    'tests and samples choose their moment',
    file('test/e2e/feed.spec.ts', `run(\`select \${column} from posts where day = current${'_date'}\`)`),
    file('test/load/report.ts', 'const today = dayOf(new Date(), zone)'),
  ),
  plant(
    'no test is retried',
    file('playwright.config.ts', 'const config = { retries: 1 }'),
    file('playwright.config.ts', 'const config = { retries: 0 }'),
  ),
  plant(
    'no test is retried',
    file(`${posts}/posts.test.ts`, `it('waits', { retry: process.env.CI ? 2 : 0 }, () => {})`),
    file(`${posts}/posts.test.ts`, `it('waits', { timeout: 2 }, () => {})`),
  ),
  plant(
    'transactions only in commands',
    file(`${posts}/routes.ts`, 'db.transaction(async (tx) => tx)'),
    file(`${posts}/commands.ts`, 'db.transaction(async (tx) => tx)'),
  ),
  plant(
    'fetch only in a client',
    file(`${zapier}/jobs.ts`, `await fetch('https://slack.com')`),
    file(`${zapier}/client.ts`, `await fetch('https://slack.com')`),
  ),
  plant(
    'fetch only in a client',
    file('src/web/api/posts.ts', `globalThis.fetch('/api/posts')`),
    file('src/web/api/client.ts', `globalThis.fetch('/api/posts')`),
  ),
  plant(
    'text never becomes markup or code',
    file('src/web/ui/card.tsx', `element.innerHTML = '<b>'`),
    file('src/web/ui/card.tsx', `element.textContent = '<b>'`),
  ),
  plant(
    'text never becomes markup or code',
    file('src/domain/points.ts', `export const rule = new Function('a', 'return a')`),
    file('src/domain/points.ts', 'export const rule = (a: Function) => a'),
  ),
  plant(
    owners,
    file('src/server/features/shares/store.ts', 'const a = `update standings set points = $points`'),
    file('src/server/features/ledger/store.ts', 'const a = `update standings set points = $points`'),
  ),
  plant(
    owners,
    file(`${posts}/store.ts`, 'export const a = (tx: Tx) => tx.orm.insert(ledger).values(row)'),
    file(`${posts}/store.ts`, 'export const a = (tx: Tx) => tx.orm.insert(posts).values(row)'),
  ),
  plant(
    owners,
    file('src/server/features/users/store.ts', 'const a = `update users set total_points = $points`'),
    file('src/server/features/users/store.ts', 'const a = `update users set username = $username`'),
  ),
  plant(
    owners,
    file(`${posts}/store.ts`, 'const a = `select * from sessions join posts on true`'),
    file('src/server/features/audit/store.ts', 'const a = `select * from audit_entries join posts on true`'),
  ),
  plant(
    'statements name their parameters',
    file(`${posts}/store.ts`, 'const a = `select 1 where 1 = $1`'),
    file(`${posts}/store.ts`, 'const a = `select 1 where 1 = $one`'),
  ),
  plant(
    'advisory locks are named in one file',
    file(`${posts}/store.ts`, 'const a = `select pg_advisory_xact_lock(12)`'),
    file('src/server/db/locks.ts', 'const a = `select pg_advisory_xact_lock(12)`'),
  ),
  plant(
    'commands announce inside the transaction',
    file(`${posts}/commands.ts`, `deps.live.announce({ topics: ['posts'] })`),
    file(`${posts}/commands.ts`, `tx.announce({ topics: ['posts'] })`),
  ),
  plant(
    'errors are recognised by code',
    file(`${posts}/commands.ts`, `export const a = (error: Error) => error.message.includes('timeout')`),
    file(`${posts}/commands.ts`, `export const a = (error: Error) => sqlState(error) === '23505'`),
  ),
  plant(
    'rules of the domain are written once in SQL',
    file(`${posts}/verify.ts`, 'const a = `day between start_date and end_date`'),
    file(`${posts}/verify.ts`, "const a = countsFor('contests', 'day')"),
  ),
  plant(
    'no tricks',
    file(`${posts}/commands.ts`, 'export const row = { ...{ id, name }, at }'),
    file(`${posts}/commands.ts`, 'export const row = { ...known, ...(at && { at }) }'),
  ),
  plant(
    'no tricks',
    file(`${posts}/store.ts`, `run(insert, [...[id, name], at])`),
    file(`${posts}/store.ts`, `run(insert, [...ids, ...[id].map(String)])`),
  ),
  plant(
    'no tricks',
    file('src/domain/undo.ts', 'export const undo = (id: ShareId, ...[at, by]: [Date, string]) => by'),
    file('src/domain/undo.ts', 'export const undo = (id: ShareId, ...days: string[]) => days'),
  ),
  plant(
    'no tricks',
    file('sandbox/demo.ts', 'export let answer: ReturnType<typeof JSON.parse>'),
    file('sandbox/demo.ts', 'export const answer: unknown = JSON.parse(text)'),
  ),
  plant(
    'an id says what it identifies',
    file(`${posts}/store.ts`, 'export function findPost(db: Db, id: string) {}'),
    file(`${posts}/store.ts`, 'export function findPost(db: Db, id: PostId, identity: string) {}'),
  ),
  plant(
    'an id says what it identifies',
    file('src/domain/undo.ts', 'export interface Report { readonly userId: string | null }'),
    file('src/domain/undo.ts', `export interface Report { readonly userId: Id<'user'> | null }`),
  ),
  plant(
    'an id says what it identifies',
    file(
      'src/server/access/session.ts',
      'export const end = (sessionIds: ReadonlySet<string>) => sessionIds',
    ),
    file(
      'src/server/access/session.ts',
      'export const end = (sessionIds: readonly SessionId[]) => sessionIds',
    ),
  ),
  plant(
    'an id says what it identifies',
    file('src/server/features/links/store.ts', 'export interface Connection { channelId: string }'),
    file('src/server/features/notifications/store.ts', 'export interface Connection { channelId: string }'),
  ),
  plant(
    'new ids are made in one file',
    file(`${posts}/commands.ts`, 'export const id = uuidv7()'),
    file('src/server/db/new-id.ts', 'export const id = uuidv7()'),
  ),
  plant(
    'no barrels',
    file('src/web/ui/card.tsx', `export { Badge } from './badge.tsx'`),
    file('src/web/ui/card.tsx', `import { Badge } from './badge.tsx'\nexport const Card = Badge`),
  ),
  plant(
    'no barrels',
    file('test/support/all.ts', `export * from './browser.ts'`),
    file('test/support/all.ts', 'export { a }\nconst a = 1'),
  ),
  plant(
    'no default exports',
    file('sandbox/demo.ts', 'export default 1'),
    file('sandbox/demo.config.ts', 'export default 1'),
  ),
  plant(
    'no default exports',
    file('scripts/test.ts', 'const a = 1\nexport { a as default }'),
    file('scripts/test.ts'),
  ),
  plant('names say what is inside', file('src/web/ui/date-utils.ts'), file('src/web/ui/dates.ts')),
  plant('names say what is inside', file('sandbox/shared/names.ts'), file('sandbox/names.ts')),
  plant(
    'no file over 500 lines',
    file('src/web/app/theme.css', '\n'.repeat(501)),
    file('src/web/app/theme.css', '\n'.repeat(500)),
  ),
  plant(
    'a feature has a closed set of files',
    file(`${posts}/queries.ts`),
    ['routes', 'commands', 'store', 'jobs', 'verify', 'posts.test'].map((name) =>
      file(`${posts}/${name}.ts`),
    ),
  ),
  plant('a feature has a closed set of files', file(`${posts}/sub/store.ts`), []),
  plant('a feature has a closed set of files', file('src/server/features/posts.ts'), []),
  plant(
    'an integration has a closed set of files',
    file(`${zapier}/oauth.ts`),
    ['routes', 'client', 'messages', 'jobs', 'commands', 'store', 'zapier.test'].map((name) =>
      file(`${zapier}/${name}.ts`),
    ),
  ),
  plant(
    'an integration has a closed set of files',
    file('src/server/integrations/slack/files/client.ts'),
    file('src/server/integrations/slack/sign-in/client.ts'),
  ),
]

describe('the import law', () => {
  test('holds in this project', async () => {
    expect(violationsIn(await readSourceTree(root))).toEqual([])
  })

  test('reads the whole project', async () => {
    const paths = (await readSourceTree(root)).map((each) => each.path)
    expect(paths).toContain('test/architecture.test.ts')
    for (const folder of [
      'src/domain/',
      'src/contract/',
      'src/server/',
      'src/web/',
      'sandbox/',
      'scripts/',
    ]) {
      expect(paths.some((path) => path.startsWith(folder))).toBe(true)
    }
  })

  test('names the owner of every table', async () => {
    expect(Object.keys(tableUses).sort()).toEqual(tablesIn(await readSourceTree(root)).sort())
  })

  test('has a planted offence for every rule', () => {
    expect(ruleNames.filter((rule) => !plants.some((each) => each.rule === rule))).toEqual([])
  })
})

describe.each(plants)('the rule "$rule"', ({ rule, offence, lawful }) => {
  test(`catches ${offence[0]?.path} and nothing else fires`, () => {
    expect(new Set(violationsIn(offence).map((each) => each.rule))).toEqual(new Set([rule]))
  })

  test('allows similar lawful code', () => {
    expect(violationsIn(lawful)).toEqual([])
  })
})

function plant(rule: string, offence: SourceFile | SourceFile[], lawful: SourceFile | SourceFile[]): Plant {
  return { rule, offence: [offence].flat(), lawful: [lawful].flat() }
}
