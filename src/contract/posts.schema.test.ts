import { describe, expect, test } from 'vitest'
import { newPostPayload, postChange } from './posts.schema.ts'

const essential = { platform: 'linkedin', content: 'We have news.', author_name: 'Ana Lima' }
const problems = (result: ReturnType<typeof postChange.safeParse | typeof newPostPayload.safeParse>) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message])
const changeOf = (change: unknown) => postChange.safeParse(change)
const deliveryOf = (fields: object) => newPostPayload.safeParse({ ...essential, ...fields })

describe('the question and the angles of a change', () => {
  test('are put on one line each, and empty angles are left out', {
    tags: ['angles-limits', 'angles-change'],
  }, () => {
    const change = {
      question: ' What was\nhard? ',
      angles: [' What you\r\nbuilt ', '', '  ', 'Who it helped'],
    }
    expect(changeOf(change).data).toEqual({
      question: 'What was hard?',
      angles: ['What you built', 'Who it helped'],
    })
  })

  test('stay if they are omitted, and are cleared by null and by what is empty', {
    tags: ['angles-limits', 'angles-change'],
  }, () => {
    expect(changeOf({}).data).toEqual({})
    expect(changeOf({ question: null, angles: null }).data).toEqual({ question: null, angles: [] })
    expect(changeOf({ question: ' ', angles: [' '] }).data).toEqual({ question: null, angles: [] })
  })

  test('have their longest form, counted in characters and on one line', {
    tags: ['angles-limits', 'angles-change'],
  }, () => {
    const change = {
      question: `${'🎉'.repeat(199)}?`,
      angles: ['a', 'b', 'c'].map((end) => '🎉'.repeat(119) + end),
    }
    expect(changeOf(change).data).toEqual(change)
    expect(changeOf({ question: `${'x'.repeat(100)}${' '.repeat(90)}${'x'.repeat(99)}` }).success).toBe(true)
  })

  test.each<[string, unknown, string, string]>([
    ['a long question', { question: 'x'.repeat(201) }, 'question', 'Must be at most 200 characters long'],
    ['a question that is no text', { question: 5 }, 'question', 'Must be text'],
    [
      'a long angle',
      { angles: ['a', 'x'.repeat(121)] },
      'angles.1',
      'An angle must be at most 120 characters long',
    ],
    ['four angles', { angles: ['a', 'b', 'c', 'd'] }, 'angles', 'At most 3 angles'],
    ['an angle twice', { angles: ['Why', '', ' WHY '] }, 'angles.2', 'This angle is there already'],
    ['an angle that is no text', { angles: ['a', 5] }, 'angles.1', 'Must be text'],
    ['angles that are no list', { angles: 'a' }, 'angles', 'Must be a list of texts'],
    [
      'stale ones that are too long',
      { seen: { angles: ['x'.repeat(121)] } },
      'seen.angles.0',
      'An angle must be at most 120 characters long',
    ],
  ])(
    'with %s is refused, and the field is named',
    { tags: ['angles-limits', 'angles-change'] },
    (_what, change, path, message) => {
      expect(problems(changeOf(change))).toEqual([[path, message]])
    },
  )
})

describe('the question and the angles of a delivery', () => {
  test.each<[string, unknown]>([
    ['a list', ['What you built', ' Who it helped ']],
    ['one text with one angle a line', 'What you built\r\n\n Who it helped \n'],
  ])('may be %s', { tags: ['angles-hook', 'angles-limits'] }, (_what, angles) => {
    const { data } = deliveryOf({ question: 'What was hard?', angles })
    expect(data).toMatchObject({ question: 'What was hard?', angles: ['What you built', 'Who it helped'] })
  })

  test.each([[undefined], [null], [''], ['\n']])(
    'may be missing: %j',
    { tags: ['angles-hook', 'angles-limits'] },
    (none) => {
      expect(deliveryOf({ question: none, angles: none }).data).toMatchObject({ question: null, angles: [] })
    },
  )

  test.each<[string, object, string, string]>([
    ['a long question', { question: 'x'.repeat(201) }, 'question', 'Must be at most 200 characters long'],
    [
      'a long line',
      { angles: `Why\n${'x'.repeat(121)}` },
      'angles.1',
      'An angle must be at most 120 characters long',
    ],
    ['four lines', { angles: 'a\nb\nc\nd' }, 'angles', 'At most 3 angles'],
    ['a line twice', { angles: 'Why\nwhy' }, 'angles.1', 'This angle is there already'],
    ['a number', { angles: 5 }, 'angles', 'Must be text or a list of texts'],
    ['a list of numbers', { angles: [5] }, 'angles', 'Must be text or a list of texts'],
  ])(
    'with %s are refused, and the field is named',
    { tags: ['angles-hook', 'angles-limits'] },
    (_what, fields, path, message) => {
      expect(problems(deliveryOf(fields))).toEqual([[path, message]])
    },
  )
})
