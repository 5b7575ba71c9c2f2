import { describe, expect, test } from 'vitest'
import { updateProfile } from '#contract/users.schema.ts'
import { check } from '#web/parts/form/check.ts'
import { changeOf, fieldsOf, noEdits } from './profile-edits.ts'

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

describe('what is written', () => {
  const sent = (edits: Partial<typeof noEdits>) => {
    const all = { ...noEdits, ...edits }
    return check(updateProfile.body, changeOf(fieldsOf(ana, all), all))
  }

  test('is a name and an address, or no address', () => {
    expect(sent({})).toEqual({ body: { username: 'ana.lima' } })
    expect(sent({ username: 'Ana Lima', email: '  ' })).toEqual({
      body: { username: 'Ana Lima', email: null },
    })
    expect(sent({ email: ' ana+work@mail.brightwater.test ' })).toEqual({
      body: { username: 'ana.lima', email: 'ana+work@mail.brightwater.test' },
    })
  })

  test('is refused as a name of nothing but spaces', () => {
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

test('an address is sent only if it was written', () => {
  expect(changeOf(fieldsOf(ana, noEdits), noEdits)).toEqual({ username: 'ana.lima' })
  const edits = { username: 'ana', email: ' a@b.test ' }
  expect(changeOf(fieldsOf(ana, edits), edits)).toEqual({ username: 'ana', email: 'a@b.test' })
  const cleared = { username: null, email: '' }
  expect(changeOf(fieldsOf(ana, cleared), cleared)).toEqual({ username: 'ana.lima', email: '' })
})
