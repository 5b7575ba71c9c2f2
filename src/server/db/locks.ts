/**
 * Every advisory lock of the product, so that no two have the same number. All instances must take the same ones: a
 * number never changes its meaning.
 */
export const locks = {
  postKey: 7301,
  hookReceipt: 7302,
  automationSettings: 7303,
  profiles: 7304,
  roles: 7305,
  hookSecrets: 7309,
  migrations: 7_206_841,
} as const

/** The statement that takes a lock until the transaction ends; with `key`, a text in SQL, one lock of many. */
export function advisoryLock(name: keyof typeof locks, key?: string): string {
  const which = key === undefined ? `${locks[name]}` : `${locks[name]}, hashtext(${key})`
  return `select pg_advisory_xact_lock(${which})`
}
