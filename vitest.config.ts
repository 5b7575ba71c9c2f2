import { defineConfig } from 'vitest/config'

const engine = process.env.OVATION_TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite'

// These need no database, or bring their own, so they run once and not once per engine.
const engineless = [
  'sandbox/**/history.test.ts',
  'test/architecture.test.ts',
  'test/connect-docs.test.ts',
  'test/coverage-doc.test.ts',
  'test/hook-secret.test.ts',
  'test/instances.test.ts',
  'test/support/**/*.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/{domain,contract}/**/*.test.ts',
            'src/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            ...engineless,
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: engineless,
          globalSetup: ['test/support/pg-setup.ts'],
          env: { OVATION_TEST_ENGINE: engine },
        },
      },
    ],
  },
})
