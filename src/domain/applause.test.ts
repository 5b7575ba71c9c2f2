import { expect, it } from 'vitest'
import { applauseVerdict } from './applause.ts'
import { asId } from './ids.ts'

const [ana, ben] = [1, 2].map((nth) => asId<'user'>(`00000000-0000-7000-8000-00000000000${nth}`))

it.each([
  ['a colleague', ben, 'ok'],
  ['the member', ana, 'own'],
  ['nobody', null, 'nobodys'],
])('decides on applause for an activity of %s', (_, ownerId = null, expected) => {
  expect(applauseVerdict(ownerId, ana ?? asId(''))).toBe(expected)
})
