/**
 * All advisory locks of the product, in one place so that no two share a number. Instances of different versions must
 * take the same locks, so a number never changes its meaning.
 */
export const locks = {
  postKey: 7301,
  hookReceipt: 7302,
  automationSettings: 7303,
  profiles: 7304,
  roles: 7305,
  hookSecrets: 7309,
  honestySettings: 7310,
  invitations: 7316,
  accessTokens: 7317,
  contests: 7318,
  boardSettings: 7319,
  teams: 7320,
  streakRules: 7321,
  migrations: 7_206_841,
} as const

/** SQL that takes a lock until the transaction ends. `key`, a text expression in SQL, selects one of many. */
export function advisoryLock(name: keyof typeof locks, key?: string): string {
  const which = key === undefined ? `${locks[name]}` : `${locks[name]}, hashtext(${key})`
  return `select pg_advisory_xact_lock(${which})`
}
