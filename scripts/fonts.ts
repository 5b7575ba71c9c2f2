import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { projectRoot } from './programs.ts'

// Cuts Inter's Latin faces to what the product uses. To be run by hand when Inter or the weights change.
const source = join(projectRoot, 'node_modules/@fontsource-variable/inter')
const target = join(projectRoot, 'src/web/app/fonts')
/** The lightest and the boldest text of the product. */
const weights = { min: 400, max: 740 }
/** Kerning, tabular figures, and letters that are put together. The product uses no other style of letters. */
const features = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk']
const names = ['inter-latin-wght-normal', 'inter-latin-ext-wght-normal']

const styles = await readFile(join(source, 'wght.css'), 'utf8')
for (const name of names) {
  const whole = await readFile(join(source, 'files', `${name}.woff2`))
  const cut = await subsetFont(whole, charactersOf(name), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  })
  await writeFile(join(target, `${name}.woff2`), cut)
  console.log(`${name}: ${whole.length} bytes, cut to ${cut.length}`)
}
await copyFile(join(source, 'LICENSE'), join(target, 'LICENSE'))

/** Every character in the range that the package states for a face. */
function charactersOf(name: string): string {
  const face = styles.slice(styles.indexOf(`/* ${name} */`))
  const [, ranges = ''] = /unicode-range: ([^;]+);/.exec(face) ?? []
  const codes = ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, step) => from + step)
  })
  return String.fromCodePoint(...codes)
}
