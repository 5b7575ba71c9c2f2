import { ensureBrowser } from '#test/support/browser.ts'
import { runProgram } from './programs.ts'

const browserPath = await ensureBrowser()
console.log(`Browser: ${browserPath}`)
const isOk = await runProgram(['playwright', 'test', ...process.argv.slice(2)], { CHROME_PATH: browserPath })
process.exitCode = isOk ? 0 : 1
