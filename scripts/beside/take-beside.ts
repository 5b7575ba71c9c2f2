import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { reportInteraction } from '#contract/interactions.ts'
import { getToday } from '#contract/today.ts'
import { freePort } from '#sandbox/free-port.ts'
import { samplePeople } from '#sandbox/sample/people.ts'
import { seedReview } from '#sandbox/sample/review.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { standingClock } from '#sandbox/standing-clock.ts'
import { defaultLimits } from '#server/access/limits.ts'
import { browserArguments, ensureBrowser } from '#test/support/browser.ts'
import { type WantedPicture, wantedPicture } from './wanted-picture.ts'

interface Pair {
  readonly name: string
  /** Null where the demo has no such screen. */
  readonly wanted: WantedPicture | null
}

/**
 * Takes a picture of the demo for each picture in the folder `given`, of the same screen, width and theme, and writes a
 * page into `target` that shows each pair side by side. Returns the page's path.
 */
export async function takeBeside(given: string, target: string): Promise<string> {
  const names = (await readdir(given)).filter((name) => /\.(webp|png|jpg)$/.test(name)).sort()
  const pairs = names.map((name): Pair => ({ name, wanted: wantedPicture(name) }))
  await mkdir(target, { recursive: true })
  for (const { name } of pairs) await cp(join(given, name), join(target, `given-${name}`))
  const moment = process.env.OVATION_DEMO_NOW
  const sandbox = await startSandbox({
    port: await freePort(),
    limits: { ...defaultLimits, perAddress: 10_000, perMember: 10_000, reportsPerMember: 1_000 },
    ...(moment && { clock: standingClock(moment) }),
  })
  await seedReview(sandbox.server.deps)
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserArguments })
  try {
    for (const { name, wanted } of inOrder(pairs)) {
      if (!wanted) continue
      const given = await readFile(join(target, `given-${name}`))
      await take(browser, sandbox, { wanted, given, moment, file: join(target, demoName(name)) })
    }
  } finally {
    await browser.close()
    await sandbox.stop()
  }
  const page = join(target, 'index.html')
  await writeFile(page, pageOf(pairs))
  return page
}

/** Pictures for which something is reported come last, because the reports would show in the others. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort(
    (a, b) => Number(a.wanted?.isCaughtUp ?? false) - Number(b.wanted?.isCaughtUp ?? false),
  )
}

interface Picture {
  readonly wanted: WantedPicture
  /** The image that it is held beside. */
  readonly given: Buffer
  /** The time of day on the page; without it that of the machine. */
  readonly moment: string | undefined
  readonly file: string
}

const settlingMs = 800
/** How long a picture may be, in lengths of the given one: some lists never end. */
const longest = 1.3

async function take(
  browser: Browser,
  { url }: Sandbox,
  { wanted, given, moment, file }: Picture,
): Promise<void> {
  const { width, height, theme } = wanted
  const context = await browser.newContext({
    viewport: { width, height: height ?? 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  if (moment) await context.clock.setFixedTime(moment)
  const page = await context.newPage()
  const givenHeight = await heightOf(page, given)
  if (wanted.member) await signIn(page, url, wanted.member)
  if (wanted.isCaughtUp) await reportAll(page)
  await page.goto(url + wanted.path)
  await page.waitForLoadState('networkidle')
  await delay(settlingMs)
  if (height === null) {
    // A window in which the page fits, because what sticks to an edge would lie over other parts of a long picture.
    const ownHeight = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({
      width,
      height: Math.round(Math.min(Math.max(ownHeight, givenHeight), longest * givenHeight)),
    })
    await delay(settlingMs)
  }
  await page.screenshot({ path: file })
  await context.close()
}

/** In pixels; the page may be any. */
function heightOf(page: Page, image: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return (await createImageBitmap(new Blob([bytes]))).height
  }, image.toString('base64'))
}

async function signIn(page: Page, url: string, handle: string): Promise<void> {
  const person = samplePeople.find((one) => one.handle === handle)
  if (!person) throw new Error(`Nobody in the sample team has the handle ${handle}`)
  await page.goto(`${url}/login`)
  await page.getByText('Continue with Slack').click()
  await page.getByRole('button', { name: person.name }).click()
  await page.waitForURL(`${url}/`)
}

/** Reports everything that waits for the member. */
async function reportAll(page: Page): Promise<void> {
  await page.evaluate(
    async ({ today, report }) => {
      for (;;) {
        const { data } = await (await fetch(today)).json()
        if (data.waiting === 0) return
        for (const { id, open } of data.posts) {
          for (const interactionType of open) {
            await fetch(report, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ postId: id, interactionType }),
            })
          }
        }
      }
    },
    { today: getToday.path, report: reportInteraction.path },
  )
}

function demoName(name: string): string {
  return `demo-${name.replace(/\.\w+$/, '')}.png`
}

function pageOf(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ name, wanted }) => {
    const own = wanted
      ? `<a href="${demoName(name)}"><img src="${demoName(name)}" alt="The demo"></a>`
      : '<p>The demo has no such screen.</p>'
    return `<h2>${name}</h2>\n<div><a href="given-${name}"><img src="given-${name}" alt="Given"></a>${own}</div>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Side by side</title>
<style>
  body { margin: 24px; font: 14px/20px system-ui, sans-serif }
  div { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start }
  img { max-width: 100%; border: 1px solid #7f8796 }
</style>
<h1>Given pictures on the left, the demo on the right</h1>
${rows.join('\n')}
</html>
`
}
