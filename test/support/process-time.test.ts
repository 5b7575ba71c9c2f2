import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { momentVariable } from '#test/support/moment.ts'

const run = promisify(execFile)
const processTime = new URL('process-time.ts', import.meta.url).href

/** Evaluates an expression in a new process that starts at a moment. */
async function ask(question: string, moment = '2028-02-29T23:59:58.000Z'): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    ['--import', processTime, '-p', `JSON.stringify(${question})`],
    {
      env: { ...process.env, TZ: 'UTC', [momentVariable]: moment },
    },
  )
  return JSON.parse(stdout)
}

it('sets the moment for every way to ask for the time of day', async () => {
  const answers = await ask('[new Date().toISOString(), new Date(Date.now()).toISOString(), Date()]')
  // A process may take seconds to start, but not minutes.
  expect(answers).toEqual([
    expect.stringMatching(/^2028-02-29T23:59:5|^2028-03-01T00:0/),
    expect.stringMatching(/^2028-02-29T23:59:5|^2028-03-01T00:0/),
    expect.stringMatching(/^Tue Feb 29 2028|^Wed Mar 01 2028/),
  ])
})

it('does not change explicit dates, and every date stays a Date', async () => {
  const stated = `[new Date(0), new Date(2020, 1, 2), new Date('2026-06-10'), Date.UTC(2020, 0), Date.parse('1970-01-01')]`
  expect(await ask(stated)).toEqual([
    '1970-01-01T00:00:00.000Z',
    '2020-02-02T00:00:00.000Z',
    '2026-06-10T00:00:00.000Z',
    1_577_836_800_000,
    0,
  ])
  const machineDate = `require('node:fs').statSync('.').mtime`
  const kinds = `[new Date(), ${machineDate}].map((date) => [date instanceof Date, date.constructor === Date])`
  expect(await ask(kinds)).toEqual([
    [true, true],
    [true, true],
  ])
})

it('refuses a malformed moment', async () => {
  await expect(ask('1', 'tomorrow')).rejects.toThrow('"tomorrow" is not a valid time')
})
