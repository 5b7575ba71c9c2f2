import { rm } from 'node:fs/promises'
import { prepareData, preparedDataVariable } from '#test/e2e/prepared.ts'
import { ensureBrowser } from '#test/support/browser.ts'
import { runProgram } from './programs.ts'

const browserPath = await ensureBrowser()
console.log(`Browser: ${browserPath}`)
const folder = await prepareData()
try {
  const environment = { CHROME_PATH: browserPath, [preparedDataVariable]: folder }
  const isOk = await runProgram(['playwright', 'test', ...process.argv.slice(2)], environment)
  process.exitCode = isOk ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
