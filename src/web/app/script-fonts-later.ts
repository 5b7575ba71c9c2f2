import { afterLoad } from './after-load.ts'
import { keepInTab, readFromTab } from './tab-memory.ts'

const name = 'script-fonts'
const firstMs = 5_000
const againMs = 100

/**
 * Adds the faces of scripts other than Latin some time after the page has loaded. One name in Arabic letters would make a
 * phone load 166 kB before it shows its first screen, and then arrange that anew. Until then such letters have the
 * system's face, and they keep it if the faces cannot be had. A tab that has had them finds them in the browser's cache.
 */
export function addScriptFontsLater(): void {
  const waitMs = readFromTab(name) === null ? firstMs : againMs
  afterLoad(waitMs, () => void add().catch(() => undefined))
}

async function add(): Promise<void> {
  const { addScriptFonts } = await import('./script-fonts.ts')
  await addScriptFonts()
  keepInTab(name, 'yes')
}
