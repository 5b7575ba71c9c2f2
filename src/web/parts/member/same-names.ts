import type { UserCard } from '#contract/users.ts'

/** Both names of a person. */
export type Named = Pick<UserCard, 'username' | 'displayName'>

/** Names that several people have, however they are capitalised. */
export type SameNames = ReadonlySet<string>

export const noSameNames: SameNames = new Set()

/** The names that several of these people have; always the same empty set when there are none. */
export function sameNamesOf(people: readonly Named[]): SameNames {
  const bearers = new Map<string, string>()
  const same = new Set<string>()
  for (const { username, displayName } of people) {
    const key = keyOf(displayName)
    if ((bearers.get(key) ?? username) !== username) same.add(key)
    bearers.set(key, username)
  }
  return same.size > 0 ? same : noSameNames
}

export function isSameName(same: SameNames, { displayName }: Named): boolean {
  return same.has(keyOf(displayName))
}

/** The name, with the username behind it where several people have it. */
export function nameAmong(same: SameNames, person: Named): string {
  return isSameName(same, person) ? `${person.displayName} (${person.username})` : person.displayName
}

function keyOf(displayName: string): string {
  return displayName.toLowerCase()
}
