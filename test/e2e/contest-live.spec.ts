import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createContest, deleteContest, restoreContest, updateContest } from '#contract/contests.schema.ts'
import { pathTo } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { closingDelayMs, endOfContest, monthOfContest } from '#domain/contests.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { testClock } from '#test/support/moment.ts'
import { monthName } from '#web/ui/time-words.ts'
import { reportAs } from './reports.ts'
import { send } from './rules.ts'
import { signInSecondAdmin } from './second-admin.ts'
import { expect, type Story, test } from './story.ts'

const reportEveryMs = 150
const panel = `${paths.admin}?tab=contests`

/** What a window shows, or no longer shows, when it knows of a change. */
interface Sign {
  readonly page: Page
  readonly name: string
  /** Where it shows, as a selector. */
  readonly within: string
  readonly text: string
  readonly isThere: boolean
}

test('a contest that is created, edited, deleted, restored or closed shows in every open window without a reload', {
  tag: ['@contests-live'],
}, async ({ story }) => {
  const windows = await openWindows(story)
  const { dashboard, wall } = windows
  const running = await runningContest(story)
  const storm = streamReports(story)
  await changeAll(windows, running)
  await storm.stop()

  const { deps } = story.sandbox.server
  const month = monthName(monthOfContest(running).month)
  const closedAt = testClock(new Date(endOfContest(running, 'UTC').getTime() + closingDelayMs))
  await closeEndedContests({ ...deps, clock: closedAt })
  await expectSigns('closed', [
    {
      page: wall,
      name: 'champions wall',
      within: 'ol[aria-label="Past champions"]',
      text: month,
      isThere: true,
    },
    { page: dashboard, name: 'banner', within: '[aria-label*=" won "]', text: `won ${month}`, isThere: true },
  ])
})

type Running = Awaited<ReturnType<typeof runningContest>>

/** Edits, deletes and restores the running contest, and creates and deletes another. */
async function changeAll(windows: Windows, running: Running): Promise<void> {
  const { admin, dashboard } = windows
  const [edited, made] = ['Renamed while all look on', 'Brand new while all look on']
  const own = pathTo(updateContest.path, { id: running.id })
  const { startDate, endDate } = running
  const leaders = (isThere: boolean) => leadersOn(dashboard, isThere)
  const signs = (text: string, isThere: boolean) => signsOf(windows, text, isThere)

  await call(admin, updateContest.method, own, { title: edited })
  await expectSigns('edited', signs(edited, true))
  await call(admin, deleteContest.method, own)
  await expectSigns('deleted', [...signs(edited, false), leaders(false)])
  const created = await call(admin, createContest.method, createContest.path, {
    title: made,
    startDate,
    endDate,
  })
  await expectSigns('created', [...signs(made, true), leaders(true)])
  const { id } = createContest.answer.parse(created).data
  await call(admin, deleteContest.method, pathTo(deleteContest.path, { id }))
  await expectSigns('deleted', [...signs(made, false), leaders(false)])
  await call(admin, restoreContest.method, pathTo(restoreContest.path, { id: running.id }))
  await expectSigns('restored', [...signs(edited, true), leaders(true)])
}

type Windows = Readonly<Record<'admin' | 'dashboard' | 'contests' | 'contest' | 'wall' | 'table', Page>>

async function openWindows(story: Story): Promise<Windows> {
  const admin = await story.signIn('marta.oliveira', panel)
  const table = await signInSecondAdmin(story, admin, panel)
  const [dashboard, contests, contest, wall] = [
    await story.signIn('zoe.brandt', paths.dashboard),
    await story.signIn('zoe.brandt', paths.monthlyContests),
    await story.signIn('hana.novakova', paths.monthlyContest),
    await story.signIn('hana.novakova', `${paths.monthlyContests}?tab=past`),
  ]
  await expect(dashboard.getByRole('list', { name: 'Monthly leaders' })).toBeVisible()
  await expect(contests.getByRole('list', { name: 'Team standings' })).toBeVisible()
  await expect(contest.getByRole('list', { name: 'Team standings' })).toBeVisible()
  await expect(wall.getByRole('list', { name: 'Past champions' })).toBeVisible()
  await expect(table.getByRole('table', { name: 'Monthly contests' })).toBeVisible()
  return { admin, dashboard, contests, contest, wall, table }
}

function signsOf({ dashboard, contests, contest, table }: Windows, text: string, isThere: boolean): Sign[] {
  return [
    { page: dashboard, name: 'dashboard card', within: '[aria-labelledby=current-contest]', text, isThere },
    { page: contests, name: 'contest screen', within: 'main', text, isThere },
    { page: contest, name: 'contest view', within: 'main', text, isThere },
    { page: table, name: 'admin table', within: 'table', text, isThere },
  ]
}

function leadersOn(page: Page, isThere: boolean): Sign {
  return { page, name: 'monthly leaders', within: 'main', text: 'Monthly Leaders', isThere }
}

async function expectSigns(change: string, signs: readonly Sign[]): Promise<void> {
  for (const { page, name, within, text, isThere } of signs) {
    const parts = page.locator(within).filter({ hasText: text })
    if (isThere) await expect(parts.first(), `${change}: ${name}`).toBeVisible()
    else await expect(parts, `${change}: ${name}`).toHaveCount(0)
  }
}

/** Calls the product from a page. */
async function call(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const { status, text } = await send(page, { method, path, ...(body && { body }) })
  expect(status, `${method} ${path}`).toBeLessThan(300)
  return text === '' ? null : JSON.parse(text)
}

/** Reports by colleagues, several a second, until it is stopped. */
function streamReports(story: Story): { stop: () => Promise<void> } {
  const handles = ['priya.raghavan', 'leila.haddad', 'tomasz.wojcik']
  let isOver = false
  // Each after the one before it, so that they do not pile up on a slow machine.
  const run = async () => {
    for (let count = 0; !isOver; count++) {
      await reportAs(story, handles[count % handles.length] ?? '')
      await sleep(reportEveryMs)
    }
  }
  const running = run()
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}

async function runningContest(story: Story) {
  const [row] = await story.run<{ id: ContestId; startDate: string; endDate: string }>(
    `select id, start_date::text as "startDate", end_date::text as "endDate" from contests
     where is_active and deleted_at is null and $1::date between start_date and end_date`,
    [story.clock.now().toISOString()],
  )
  if (!row) throw new Error('No contest runs')
  return { ...row, startDate: asDay(row.startDate), endDate: asDay(row.endDate) }
}
