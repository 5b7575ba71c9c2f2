import type { Role } from './vocabulary.ts'

/** What a token may be used for. Each scope includes those before it. */
export const tokenScopes = ['read', 'report', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Every access token begins with this, so that people and secret scanners recognise one. */
export const tokenPrefix = 'ovt_'
export const mostLiveTokens = 20
export const longestTokenName = 60
export const longestTokenDays = 365
/** How long an expired token stays in the list of its member. */
export const expiredTokenShownDays = 30

/** Whether one of the scopes is the needed one or includes it. */
export function includesScope(scopes: readonly TokenScope[], needed: TokenScope): boolean {
  const rank = tokenScopes.indexOf(needed)
  return scopes.some((scope) => tokenScopes.indexOf(scope) >= rank)
}

/** Whether somebody with this role may give a token this scope. The scope `admin` is worthless without the rights. */
export function mayGrantScope(role: Role, scope: TokenScope): boolean {
  return scope !== 'admin' || role !== 'user'
}

/** The scopes without repetition, from the least to the most. */
export function orderedScopes(scopes: readonly TokenScope[]): TokenScope[] {
  return tokenScopes.filter((scope) => scopes.includes(scope))
}

/**
 * The role with which somebody acts through a token. Without the scope `admin` it is that of an ordinary member, so a
 * list that shows administrators more shows such a token only what every member sees.
 */
export function roleThroughToken(role: Role, scopes: readonly TokenScope[]): Role {
  return includesScope(scopes, 'admin') ? role : 'user'
}
