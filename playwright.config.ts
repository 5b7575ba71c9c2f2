// First of all: the runner and its workers live at the moment of the tests.
import '#test/support/process-time.ts'
import { defineConfig, type ReporterDescription } from '@playwright/test'
import { browserArguments, needlessArguments } from '#test/support/browser.ts'
import { longStories } from './scripts/turns.ts'

// Some stories carry dozens of ids of docs/requirements.md.
const list: ReporterDescription = ['list', { omitTags: true }]

// The longest begin first, so that nothing is left to wait for at the end.
const long = ['demo', 'first-hour', ...longStories].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // One more than cores: a story waits for its page now and then.
  workers: 3,
  forbidOnly: true,
  // A story that fails now and then is mended.
  retries: 0,
  // For what hangs: a slow machine takes three times as long as a usual one.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // The JSON goes where PLAYWRIGHT_JSON_OUTPUT_FILE says; without it, it would flood the terminal.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [list, ['json']] : [list],
  use: {
    browserName: 'chromium',
    // What moves is half transparent and not yet in its place: stories about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every story would take a quarter of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Set by scripts/e2e.ts, which finds or installs the browser before this file is read.
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: browserArguments,
      ignoreDefaultArgs: needlessArguments(),
    },
  },
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: long },
  ],
})
