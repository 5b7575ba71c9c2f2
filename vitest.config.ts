import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { requirementsIn } from '#test/support/requirements.ts'
import { enginesMatter, postgresOnly, slowEngineless } from './scripts/turns.ts'

const engine = process.env.OVATION_TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite'
/** Files that this run leaves out. */
const left = (process.env.OVATION_TEST_LEFT ?? '').split(' ').filter(Boolean)
const isEverything = process.env.OVATION_TEST_ALL === '1'

// These need no database, or bring their own, so they run once and not once per engine.
const engineless = [
  'sandbox/**/history.test.ts',
  'sandbox/free-port.test.ts',
  'src/server/config.test.ts',
  'src/server/{access/guard-address,cache/*,db/replica,hooks/signature,http/cursor,ops/backup-folder,ops/lock-file}.test.ts',
  'src/server/integrations/slack/channel/{hostile-messages,messages}.test.ts',
  'test/architecture.test.ts',
  'test/changelog.test.ts',
  'test/connect-docs.test.ts',
  'test/contract-pairs.test.ts',
  'test/coverage-doc.test.ts',
  'test/hook-secret.test.ts',
  'test/old-phrases.test.ts',
  'test/own-words.test.ts',
  'test/instances.test.ts',
  'test/specification-doc.test.ts',
  'test/standard/promises-doc.test.ts',
  'test/statements.test.ts',
  'test/webhooks-doc.test.ts',
  'test/support/**/*.test.ts',
]

const everyServerTest = ['src/server/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts']
const setupFiles = ['test/support/process-time.ts']
const globalSetup = ['test/support/pg-setup.ts']

const tags = ['requirements', 'security-standard'].flatMap((name) => {
  const list = readFileSync(new URL(`docs/${name}.md`, import.meta.url), 'utf8')
  return requirementsIn(list).map(({ id }) => ({ name: id }))
})

export default defineConfig({
  test: {
    // More than cores: tests of the server wait for processes and for pauses now and then.
    maxWorkers: 4,
    // For what hangs. A machine that has much else to do may take ten times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    teardownTimeout: 20_000,
    restoreMocks: true,
    // A worker loads the product once and not once per file.
    isolate: false,
    tags,
    // A tag that is no id is for test/coverage-doc.test.ts to say: Vitest would list the other 500 each time.
    strictTags: false,
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          include: [
            'src/{domain,contract}/**/*.test.ts',
            'src/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            ...engineless,
          ],
          exclude: left,
        },
      },
      {
        test: {
          name: 'server',
          setupFiles,
          globalSetup,
          include: everyServerTest,
          exclude: [...engineless, ...left, ...(engine === 'postgres' ? slowEngineless : postgresOnly)],
          env: { OVATION_TEST_ENGINE: engine },
        },
      },
      {
        test: {
          name: 'server-pg',
          setupFiles,
          globalSetup,
          include: isEverything ? everyServerTest : [...enginesMatter],
          exclude: [...engineless, ...left, ...slowEngineless],
          env: { OVATION_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
})
