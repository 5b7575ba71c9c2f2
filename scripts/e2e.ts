import '#test/support/process-time.ts'
import { tmpdir } from 'node:os'
import { prepareData, preparedDataVariable } from '#test/e2e/prepared.ts'
import { ensureBrowser } from '#test/support/browser.ts'
import { runProgram } from './programs.ts'
import { beginTestRun, runVariable } from './test-run.ts'

// A surrounding test run cleans up for this one too.
const run = process.env[runVariable] === undefined ? await beginTestRun() : null
try {
  process.exitCode = (await runStories()) ? 0 : 1
} finally {
  await run?.end()
}

async function runStories(): Promise<boolean> {
  if (!(await runProgram(['node', 'scripts/build-once.ts']))) return false
  const [browserPath, prepared] = await Promise.all([ensureBrowser(), prepareData(run?.folder ?? tmpdir())])
  console.log(`Browser: ${browserPath}`)
  const own = { CHROME_PATH: browserPath, [preparedDataVariable]: prepared }
  return runProgram(['playwright', 'test', ...process.argv.slice(2)], { ...run?.environment, ...own })
}
