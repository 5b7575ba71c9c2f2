import { expect, test } from 'vitest'
import { asId, isId, type PostId, type UserId } from './ids.ts'

test.each([
  '01890000-0000-7000-8000-00000000000a',
  '01890000-0000-7000-8000-00000000000A',
  '00000000-0000-0000-0000-000000000000',
])('%j is an id, and stays as it is written', (text) => {
  expect([isId(text), asId(text)]).toEqual([true, text])
})

test.each([
  '',
  'ana',
  '018900000000700080000000000000aa',
  '01890000-0000-7000-8000-00000000000g',
  ' 01890000-0000-7000-8000-00000000000a',
  '01890000-0000-7000-8000-00000000000a\n',
  '01890000-0000-7000-8000-00000000000aa',
])('%j is no id', (text) => {
  expect(isId(text)).toBe(false)
  expect(() => asId(text)).toThrow(RangeError)
})

test('the compiler refuses a post where it expects a member', () => {
  const postOf = (id: PostId) => id
  const member: UserId = asId('01890000-0000-7000-8000-00000000000a')
  // @ts-expect-error
  expect(postOf(member)).toBe(member)
})
