import { describe, expect, test } from 'vitest'
import { changeOf, fieldsOf, noEdits, problemsOf } from './profile-edits.ts'

const ana = { username: 'ana.lima', email: 'ana@brightwater.test' }

describe('the fields show', () => {
  test('what is known, as long as nothing was written', () => {
    expect(fieldsOf(ana, noEdits)).toEqual(ana)
    expect(fieldsOf({ ...ana, email: null }, noEdits)).toEqual({ username: 'ana.lima', email: '' })
  })

  test('what was written, empty text too, whatever becomes known meanwhile', () => {
    const edits = { username: null, email: '' }
    expect(fieldsOf(ana, edits)).toEqual({ username: 'ana.lima', email: '' })
    expect(fieldsOf({ username: 'ana', email: 'new@brightwater.test' }, edits)).toEqual({
      username: 'ana',
      email: '',
    })
  })
})

describe('what is wrong', () => {
  test('is nothing with a name and an address, or without an address', () => {
    expect(problemsOf(ana)).toEqual({})
    expect(problemsOf({ username: 'Ana Lima', email: '  ' })).toEqual({})
    expect(problemsOf({ username: 'Ana', email: ' ana+work@mail.brightwater.test ' })).toEqual({})
  })

  test('is a name of nothing but spaces', () => {
    expect(problemsOf({ ...ana, username: '  ' })).toEqual({ username: 'Username is required' })
  })

  test.each([
    'ana',
    'ana@',
    '@brightwater.test',
    'ana@brightwater',
    'ana lima@brightwater.test',
    'a@b@c.test',
  ])('is the address %s', (email) => {
    expect(problemsOf({ ...ana, email })).toEqual({ email: 'Please enter a valid email address' })
  })
})

test('an address is sent only if it was written', () => {
  expect(changeOf(fieldsOf(ana, noEdits), noEdits)).toEqual({ username: 'ana.lima' })
  const edits = { username: 'ana', email: ' a@b.test ' }
  expect(changeOf(fieldsOf(ana, edits), edits)).toEqual({ username: 'ana', email: 'a@b.test' })
  const cleared = { username: null, email: '' }
  expect(changeOf(fieldsOf(ana, cleared), cleared)).toEqual({ username: 'ana.lima', email: '' })
})
