import { expect, it } from 'vitest'
import { textIn } from './csv-file.ts'

const list = 'email,team\nzoë@brightwater.example,Köln'
const codesOf = (text: string) => [...text].map((sign) => sign.charCodeAt(0))

it.each([
  ['UTF-8', new TextEncoder().encode(list)],
  ['UTF-8 with a mark at its start', new TextEncoder().encode(`\ufeff${list}`)],
  ['UTF-16', new Uint8Array(Uint16Array.from(codesOf(`\ufeff${list}`)).buffer)],
  ['the usual way of old spreadsheets', Uint8Array.from(codesOf(list))],
])('a list is read from a file in %s', (_, bytes) => {
  expect(textIn(bytes)).toBe(list)
})
