import { describe, expect, test } from 'vitest'
import { editedProfile } from '#contract/users.schema.ts'
import { check } from '#web/parts/form/check.ts'
import { changeOf, fieldsOf, noEdits } from './profile-edits.ts'

const ana = { ownDisplayName: 'Ana', username: 'ana.lima', email: 'ana@brightwater.test' }
const shown = { displayName: 'Ana', username: 'ana.lima', email: 'ana@brightwater.test' }

describe('the fields show', () => {
  test('what is known, as long as nothing was written', () => {
    expect(fieldsOf(ana, noEdits)).toEqual(shown)
    expect(fieldsOf({ ...ana, email: null }, noEdits)).toEqual({ ...shown, email: '' })
    expect(fieldsOf({ ...ana, ownDisplayName: null }, noEdits)).toEqual({ ...shown, displayName: '' })
  })

  test('what was written, empty text too, whatever becomes known meanwhile', () => {
    const edits = { ...noEdits, email: '' }
    expect(fieldsOf(ana, edits)).toEqual({ ...shown, email: '' })
    expect(fieldsOf({ ...ana, username: 'ana', email: 'new@brightwater.test' }, edits)).toEqual({
      ...shown,
      username: 'ana',
      email: '',
    })
    expect(fieldsOf(ana, { ...noEdits, displayName: '' })).toEqual({ ...shown, displayName: '' })
  })
})

describe('what is written', () => {
  const sent = (edits: Partial<typeof noEdits>) => {
    const all = { ...noEdits, ...edits }
    return check(editedProfile, changeOf(fieldsOf(ana, all), all))
  }

  test('is a username and an address, or no address', () => {
    expect(sent({})).toEqual({ body: { username: 'ana.lima' } })
    expect(sent({ username: 'Ana Lima', email: '  ' })).toEqual({
      body: { username: 'Ana Lima', email: null },
    })
    expect(sent({ email: ' ana+work@mail.brightwater.test ' })).toEqual({
      body: { username: 'ana.lima', email: 'ana+work@mail.brightwater.test' },
    })
  })

  test('is a name to show, or none', () => {
    expect(sent({ displayName: ' Ana  Nova ' })).toEqual({
      body: { username: 'ana.lima', displayName: 'Ana Nova' },
    })
    expect(sent({ displayName: ' ' })).toEqual({ body: { username: 'ana.lima', displayName: null } })
  })

  test('is refused as a name to show that is too long or holds what cannot be seen', () => {
    expect(sent({ displayName: 'x'.repeat(81) })).toEqual({
      problems: { displayName: 'Must be at most 80 characters long' },
    })
    expect(sent({ displayName: 'Ana\u202e' })).toEqual({
      problems: { displayName: 'Name must not contain invisible characters' },
    })
  })

  test('is refused as a username of nothing but spaces', () => {
    expect(sent({ username: '  ' })).toEqual({ problems: { username: 'Username is required' } })
  })

  test.each([
    'ana',
    'ana@',
    '@brightwater.test',
    'ana@brightwater',
    'ana lima@brightwater.test',
    'a@b@c.test',
  ])('is refused as the address %s', (email) => {
    expect(sent({ email })).toEqual({ problems: { email: 'Please enter a valid email address' } })
  })
})

test('a name to show and an address are checked only if they were written', () => {
  expect(changeOf(fieldsOf(ana, noEdits), noEdits)).toEqual({ username: 'ana.lima' })
  const edits = { ...noEdits, username: 'ana', email: ' a@b.test ' }
  expect(changeOf(fieldsOf(ana, edits), edits)).toEqual({ username: 'ana', email: 'a@b.test' })
  const cleared = { displayName: '', username: null, email: '' }
  expect(changeOf(fieldsOf(ana, cleared), cleared)).toEqual({
    displayName: '',
    username: 'ana.lima',
    email: '',
  })
})
