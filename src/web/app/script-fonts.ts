import cyrillicExt from '@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2?url'
import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url'
import greekExt from '@fontsource-variable/inter/files/inter-greek-ext-wght-normal.woff2?url'
import greek from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2?url'
import vietnamese from '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2?url'
import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?url'
import hebrew from '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2?url'

const inter = 'Inter Variable'

// The ranges are those that the packages state.
const faces = [
  {
    family: inter,
    address: cyrillicExt,
    unicodeRange: 'U+0460-052F, U+1C80-1C8A, U+20B4, U+2DE0-2DFF, U+A640-A69F, U+FE2E-FE2F',
  },
  {
    family: inter,
    address: cyrillic,
    unicodeRange: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  },
  { family: inter, address: greekExt, unicodeRange: 'U+1F00-1FFF' },
  {
    family: inter,
    address: greek,
    unicodeRange: 'U+0370-0377, U+037A-037F, U+0384-038A, U+038C, U+038E-03A1, U+03A3-03FF',
  },
  {
    family: inter,
    address: vietnamese,
    unicodeRange:
      'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, ' +
      'U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
  },
  {
    family: 'Noto Sans Arabic Variable',
    address: arabic,
    unicodeRange: 'U+0600-06FF, U+0750-077F, U+0870-08FF, U+FB50-FDFF, U+FE70-FEFC',
  },
  { family: 'Noto Sans Hebrew Variable', address: hebrew, unicodeRange: 'U+0590-05FF, U+FB1D-FB4F' },
]

const pauseMs = 1_000

/**
 * Adds the face of a script other than Latin once the page has letters of it, now or later. Each is loaded before it is
 * added, because the page is arranged anew with every face, also with one that it has no letters for.
 */
export async function addScriptFonts(): Promise<void> {
  let missing = faces.map(({ family, address, unicodeRange }) => {
    const look = { weight: '100 900', style: 'normal', display: 'swap', unicodeRange } as const
    return {
      face: new FontFace(family, `url(${address}) format("woff2")`, look),
      letters: lettersOf(unicodeRange),
    }
  })
  const addWanted = async () => {
    const text = document.body.textContent ?? ''
    const wanted = missing.filter(({ letters }) => letters.test(text))
    missing = missing.filter((one) => !wanted.includes(one))
    await Promise.allSettled(wanted.map(({ face }) => face.load()))
    for (const { face } of wanted) document.fonts.add(face)
  }
  let isPlanned = false
  new MutationObserver(() => {
    if (isPlanned || missing.length === 0) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      void addWanted()
    }, pauseMs)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  await addWanted()
}

/** Matches a character in a range such as `U+0590-05FF, U+FB1D`. */
function lettersOf(unicodeRange: string): RegExp {
  const parts = unicodeRange.split(', ').map((part) =>
    part
      .replace('U+', '')
      .split('-')
      .map((code) => `\\u{${code}}`)
      .join('-'),
  )
  return new RegExp(`[${parts.join('')}]`, 'u')
}
