import { defineConfig } from '@playwright/test'
import { browserArguments } from '#test/support/browser.ts'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  // Some stories hold a moment against the clock, and the machine may be busy at it: those are run again, and named.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The JSON goes where PLAYWRIGHT_JSON_OUTPUT_FILE says; without it, it would flood the terminal.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    // Recording every story would take a quarter of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // Set by scripts/e2e.ts, which finds or installs the browser before this file is read.
    launchOptions: { executablePath: process.env.CHROME_PATH, args: browserArguments },
  },
})
