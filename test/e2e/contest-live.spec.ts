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
import { signInSecondAdmin } from './second-admin.ts'
import { blankPage, expect, type Story, test } from './story.ts'

const limitMs = 1_000
const mostRounds = 3
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

/** What a change answers, and the moment at which it did, on the clock that all pages share. */
interface Answered {
  readonly json?: unknown
  readonly atMs: number
}

// The one requirement that is a time. It is measured on the pages: from the answer to the picture.
test('a contest that is created, edited, deleted, restored or closed shows in every open window within a second', {
  tag: ['@contests-live-second'],
}, async ({ story }) => {
  const windows = await openWindows(story)
  const { dashboard, wall } = windows
  const running = await runningContest(story)
  const storm = streamReports(story)
  // A busy machine may be late now and then; what is slow is late each time.
  let slowestMs = Number.POSITIVE_INFINITY
  for (let round = 1; round <= mostRounds && slowestMs > limitMs; round++) {
    slowestMs = await changeAll(windows, running, `${round} while all look on`)
  }
  await storm.stop()
  expect(slowestMs, 'the slowest window').toBeLessThanOrEqual(limitMs)

  const { deps } = story.sandbox.server
  const month = monthName(monthOfContest(running).month)
  const closedAt = testClock(new Date(endOfContest(running, 'UTC').getTime() + closingDelayMs))
  const champion = [
    {
      page: wall,
      name: 'champions wall',
      within: 'ol[aria-label="Past champions"]',
      text: month,
      isThere: true,
    },
    { page: dashboard, name: 'banner', within: '[aria-label*=" won "]', text: `won ${month}`, isThere: true },
  ]
  // One contest closes once, so the other windows leave the machine to those that show its champion.
  for (const page of [windows.admin, windows.contests, windows.contest, windows.table])
    await page.goto(blankPage)
  const closed = await measure('closed', champion, async () => {
    await closeEndedContests({ ...deps, clock: closedAt })
    return { atMs: performance.timeOrigin + performance.now() }
  })
  expect(closed.slowestMs, 'the slowest window').toBeLessThanOrEqual(limitMs)
})

type Running = Awaited<ReturnType<typeof runningContest>>

/** Edits, deletes and restores the running contest, and creates and deletes another. Answers the slowest window's time. */
async function changeAll(windows: Windows, running: Running, words: string): Promise<number> {
  const { admin, dashboard } = windows
  const [edited, made] = [`Renamed ${words}`, `Brand new ${words}`]
  const own = pathTo(updateContest.path, { id: running.id })
  const { startDate, endDate } = running
  const leaders = (isThere: boolean) => leadersOn(dashboard, isThere)
  const signs = (text: string, isThere: boolean) => signsOf(windows, text, isThere)
  const steps = [
    await measure('edited', signs(edited, true), () =>
      call(admin, updateContest.method, own, { title: edited }),
    ),
    await measure('deleted', [...signs(edited, false), leaders(false)], () =>
      call(admin, deleteContest.method, own),
    ),
  ]
  const created = await measure('created', [...signs(made, true), leaders(true)], () =>
    call(admin, createContest.method, createContest.path, { title: made, startDate, endDate }),
  )
  const { id } = createContest.answer.parse(created.json).data
  steps.push(
    created,
    await measure('deleted', [...signs(made, false), leaders(false)], () =>
      call(admin, deleteContest.method, pathTo(deleteContest.path, { id })),
    ),
    await measure('restored', [...signs(edited, true), leaders(true)], () =>
      call(admin, restoreContest.method, pathTo(restoreContest.path, { id: running.id })),
    ),
  )
  return Math.max(...steps.map((step) => step.slowestMs))
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

/** Makes a change, and answers how long after the answer the last of the signs was painted. */
async function measure(
  what: string,
  signs: readonly Sign[],
  change: () => Promise<Answered>,
): Promise<Answered & { readonly slowestMs: number }> {
  for (const sign of signs) await sign.page.evaluate(watch, { ...sign, page: null, key: sign.name })
  const answered = await change()
  let slowestMs = 0
  for (const { page, name } of signs) {
    const ms = Math.round((await page.evaluate(shownAt, name)) - answered.atMs)
    console.log(`${what}: ${name} after ${ms} ms`)
    slowestMs = Math.max(slowestMs, ms)
  }
  return { ...answered, slowestMs }
}

type Watched = Pick<Sign, 'within' | 'text' | 'isThere'> & { readonly key: string }

/** Notes when the sign is painted first. */
function watch({ key, within, text, isThere }: Watched): void {
  const seen = globalThis as unknown as { signs?: Record<string, Promise<number>> }
  seen.signs ??= {}
  seen.signs[key] = new Promise((resolve) => {
    const look = () => {
      const parts = [...document.querySelectorAll(within)]
      if (parts.some(({ textContent }) => textContent.includes(text)) !== isThere) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })
}

function shownAt(key: string): Promise<number> {
  const seen = globalThis as unknown as { signs: Record<string, Promise<number>> }
  return seen.signs[key] ?? Promise.reject(new Error(`Nothing watches ${key}`))
}

/** Calls the product from a page, and notes there when the answer came. */
function call(page: Page, method: string, path: string, body?: object): Promise<Answered> {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = new Headers(body ? [['content-type', 'application/json']] : [])
      const answer = await fetch(path, { method, headers, body: body ?? null })
      const atMs = performance.timeOrigin + performance.now()
      if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`)
      return { atMs, json: answer.status === 204 ? null : await answer.json() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
}

/** Reports by colleagues, several a second, until it is stopped. */
function streamReports(story: Story): { stop: () => Promise<void> } {
  const handles = ['priya.raghavan', 'leila.haddad', 'tomasz.wojcik']
  let count = 0
  const under: Promise<void>[] = []
  const timer = setInterval(
    () => under.push(reportAs(story, handles[count++ % handles.length] ?? '')),
    reportEveryMs,
  )
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
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
