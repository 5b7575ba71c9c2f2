import { describe, expect, test } from 'vitest'
import { sortedProblems } from './form-refusal.ts'

const values = { title: '', dailyCaps: { like: '', share: '' }, posts: ['one'], day: new Date(0) }

describe('a problem', () => {
  test('belongs to its field, also to one inside another value', { tags: ['form-refusal'] }, () => {
    expect(sortedProblems(values, { title: 'Too long', 'dailyCaps.share': 'Not a number' })).toEqual({
      atFields: { title: 'Too long', 'dailyCaps.share': 'Not a number' },
      strays: {},
    })
  })

  test('of a part of a field belongs to the field, whose first problem is told', {
    tags: ['form-refusal'],
  }, () => {
    expect(sortedProblems(values, { 'posts.0.link': 'No link', 'posts.1': 'Unknown' })).toEqual({
      atFields: { posts: 'No link' },
      strays: {},
    })
  })

  test('of something that is no field belongs to none', { tags: ['form-refusal'] }, () => {
    expect(sortedProblems(values, { seen: 'Old', dailyCaps: 'Missing', titles: 'Unknown' })).toEqual({
      atFields: {},
      strays: { seen: 'Old', dailyCaps: 'Missing', titles: 'Unknown' },
    })
  })
})
