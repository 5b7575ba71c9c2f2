import { expect, it } from 'vitest'
import {
  includesScope,
  mayGrantScope,
  orderedScopes,
  roleThroughToken,
  tokenScopes,
} from './access-tokens.ts'
import { roles } from './vocabulary.ts'

it('admin includes report, and report includes read', { tags: ['access-tokens-scopes'] }, () => {
  const included = tokenScopes.map((scope) => tokenScopes.filter((each) => includesScope([scope], each)))
  expect(included).toEqual([['read'], ['read', 'report'], ['read', 'report', 'admin']])
  expect(includesScope(['read', 'admin'], 'report')).toBe(true)
  expect(includesScope([], 'read')).toBe(false)
})

it('only moderators and administrators may grant the scope admin', { tags: ['access-tokens-scopes'] }, () => {
  expect(roles.filter((role) => mayGrantScope(role, 'admin'))).toEqual(['moderator', 'admin'])
  expect(roles.filter((role) => mayGrantScope(role, 'report'))).toEqual(roles)
})

it('scopes are kept once each, from the least to the most', () => {
  expect(orderedScopes(['admin', 'read', 'admin'])).toEqual(['read', 'admin'])
})

it('without the scope admin everybody acts like an ordinary member', () => {
  expect(roles.map((role) => roleThroughToken(role, ['report']))).toEqual(['user', 'user', 'user'])
  expect(roles.map((role) => roleThroughToken(role, ['admin']))).toEqual([...roles])
})
