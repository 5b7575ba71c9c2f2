import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?url'
import hebrew from '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2?url'

const faces = [
  {
    family: 'Noto Sans Arabic Variable',
    address: arabic,
    unicodeRange: 'U+0600-06FF, U+0750-077F, U+0870-08FF, U+FB50-FDFF, U+FE70-FEFC',
  },
  { family: 'Noto Sans Hebrew Variable', address: hebrew, unicodeRange: 'U+0590-05FF, U+FB1D-FB4F' },
]

/** Adds the faces of Arabic and Hebrew letters. A browser loads a face only for a page that has its letters. */
export function addScriptFonts(): void {
  for (const { family, address, unicodeRange } of faces) {
    const face = { weight: '100 900', style: 'normal', display: 'swap', unicodeRange } as const
    document.fonts.add(new FontFace(family, `url(${address}) format("woff2")`, face))
  }
}
