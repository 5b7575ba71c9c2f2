import type { Browser, BrowserContext, Page } from '@playwright/test'
import { showTime } from './page-time.ts'
import { recordToasts } from './shown-toasts.ts'

/** How a story wants its windows, beside what all have in common. */
export interface WindowOptions {
  readonly baseURL: string
  readonly viewport: { readonly width: number; readonly height: number } | null
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null
  readonly locale: string | undefined
  readonly timezoneId: string | undefined
}

/** A window of the browser with its own cookies and storage, in the hands of a story or between two of them. */
export interface StoryWindow {
  readonly context: BrowserContext
  readonly page: Page
  readonly options: WindowOptions
  /** Told of whatever goes wrong in the window. */
  report: (fault: string) => void
}

// Any address of the product that runs no script: a window waits there for its next story.
const restPath = '/page-start.js'

/**
 * The windows of one product. A window costs half of a load, so a story leaves its windows to the next one: emptied of
 * cookies, storage and permissions, without its routes and listeners, and with no document of the story left.
 */
export class WindowRack {
  readonly #free: StoryWindow[] = []

  async take(browser: Browser, options: WindowOptions, now: Date): Promise<StoryWindow> {
    const key = JSON.stringify(options)
    const place = this.#free.findIndex((window) => JSON.stringify(window.options) === key)
    const [kept] = place < 0 ? [] : this.#free.splice(place, 1)
    const window = kept ?? (await openWindow(browser, options))
    await showTime(window.context, now)
    watchPage(window, window.page)
    return window
  }

  /** Takes back a window that its story has done with; what can not be made as new is closed. */
  async giveBack(window: StoryWindow): Promise<void> {
    window.report = ignore
    if (await makeAsNew(window)) this.#free.push(window)
    else await window.context.close()
  }

  async clear(): Promise<void> {
    for (const { context } of this.#free.splice(0)) await context.close()
  }
}

const ignore = () => undefined

async function openWindow(browser: Browser, options: WindowOptions): Promise<StoryWindow> {
  const context = await browser.newContext({ baseURL: options.baseURL })
  await recordToasts(context)
  context.on('page', routeAtOnce)
  const window: StoryWindow = { context, page: await context.newPage(), options, report: ignore }
  await watchPolicy(window)
  // The first page is watched for each story anew; these are the ones that a story opens beside it.
  context.on('page', (page) => watchPage(window, page))
  return window
}

/** Has a route stand before a story goes on: the browser says so a moment before its pages heed it. */
function routeAtOnce(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...asked) => {
    const routed = await route(...asked)
    await page.evaluate(() => null)
    return routed
  }
}

/** Reported by the page itself, because not every breach of the content security policy leaves a line in the console. */
async function watchPolicy(window: StoryWindow): Promise<void> {
  await window.context.exposeBinding('reportBreach', (_, breach: string) =>
    window.report(`breach: ${breach}`),
  )
  await window.context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const { reportBreach } = globalThis as unknown as { reportBreach: (breach: string) => void }
      reportBreach(`${effectiveDirective} forbids ${blockedURI} in ${sourceFile}`)
    })
  })
}

function watchPage(window: StoryWindow, page: Page): void {
  page.on('pageerror', (error) => window.report(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') window.report(`logged: ${message.text()}`)
  })
}

/** False where the story has left something that stays: a clock or a live connection of its own. */
async function makeAsNew({ context, page, options }: StoryWindow): Promise<boolean> {
  if (page.isClosed()) return false
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(restPath)
  const isReplaced = await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    return [setTimeout, WebSocket].some((each) => !String(each).includes('[native code]'))
  })
  if (isReplaced) return false
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    page.emulateMedia({ colorScheme: options.colorScheme, reducedMotion: 'reduce' }),
    options.viewport && page.setViewportSize(options.viewport),
    page.mouse.move(0, 0),
  ])
  return true
}
