import type { BrowserContext, Page } from '@playwright/test'

/** The texts of one toast: its title, then what it says. */
type Toast = readonly string[]

interface Record {
  /** Every toast that has come on screen since the page was loaded, the oldest first. */
  readonly shown: Toast[]
  /** How many of them a story has asked for, with all that came before. */
  expected: number
}

type Recording = typeof globalThis & { toastRecord?: Record }

/** Notes every toast of a window's pages: one may make room for the next before a busy machine has looked at it. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const record: Record = { shown: [], expected: 0 }
    ;(globalThis as Recording).toastRecord = record
    const seen = new WeakSet<Element>()
    const note = () => {
      for (const item of document.querySelectorAll('[aria-label^="Notifications"] li')) {
        const texts = [...item.querySelectorAll('div')].flatMap((part) =>
          part.childElementCount === 0 && part.textContent ? [part.textContent] : [],
        )
        if (seen.has(item) || texts.length === 0) continue
        seen.add(item)
        record.shown.push(texts)
      }
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true })
  })
}

/** Whether a toast that reads so has come on screen since the last one that was asked for. */
export function hasShownToast(page: Page, wanted: Toast): Promise<boolean> {
  return page.evaluate((texts) => {
    const record = (globalThis as Recording).toastRecord
    const place = record?.shown.findIndex(
      (toast, index) => index >= record.expected && texts.every((text) => toast.includes(text)),
    )
    if (record === undefined || place === undefined || place < 0) return false
    record.expected = place + 1
    return true
  }, wanted)
}
