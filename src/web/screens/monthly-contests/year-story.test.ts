import { expect, test } from 'vitest'
import { asId } from '#domain/ids.ts'
import { yearStory } from './year-story.ts'

test.each([
  ['nobody', '', 'No contests, no champions.', []],
  ['one champion, who leads nobody', 'a', 'One contest, one champion.', []],
  ['champions of one month each', 'abc', 'Three contests, three champions.', []],
  ['one who won twice', 'aba', 'Three contests, two champions.', ['a']],
  ['two who won as often', 'aabcb', 'Five contests, three champions.', ['a', 'b']],
  ['more contests than there are words', 'aaaaaaaaaaaaab', '14 contests, two champions.', ['a']],
] as const)('The story of a year with %s', (_, letters, sum, leaders) => {
  const story = yearStory([...letters].map((name) => ({ user: userOf(name) })))
  expect(story.sum).toBe(sum)
  expect(story.leaders.map(({ username }) => username)).toEqual(leaders)
})

test('says how often the leaders have won', () => {
  expect(yearStory([...'aba'].map((name) => ({ user: userOf(name) }))).wins).toBe('two')
})

function userOf(username: string) {
  const number = String(username.charCodeAt(0)).padStart(12, '0')
  return {
    id: asId<'user'>(`01890000-0000-7000-8000-${number}`),
    username,
    displayName: username,
    avatar: null,
  }
}
