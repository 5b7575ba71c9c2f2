import { useSyncExternalStore } from 'react'

export interface Preferences {
  /** No toasts about what others do. */
  readonly isQuiet: boolean
  /** The newest activity (ISO 8601) that was in the notifications when they were last looked at; empty for none yet. */
  readonly seenActivityAt: string
  /** By member (id): the newest month (`YYYY-MM`) whose champion they know of. */
  readonly seenChampion: MonthByMember
  /** By member (id): the newest month whose champion was celebrated before them. */
  readonly celebratedChampion: MonthByMember
}

type MonthByMember = Readonly<Record<string, string>>

const storageKey = 'preferences'
const defaults: Preferences = {
  isQuiet: false,
  seenActivityAt: '',
  seenChampion: {},
  celebratedChampion: {},
}

let current = stored()
const listeners = new Set<() => void>()

/** What this browser remembers for its user; nothing of it is known to the server. */
export const preferences = {
  read(): Preferences {
    return current
  },
  change(changes: Partial<Preferences>): void {
    current = { ...current, ...changes }
    try {
      localStorage.setItem(storageKey, JSON.stringify(current))
    } catch {
      // Without storage it holds until the page is left.
    }
    for (const onChange of listeners) onChange()
  },
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences.read)
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function stored(): Preferences {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return { ...defaults, ...pickKnown(known) }
  } catch {
    return defaults
  }
}

function pickKnown(known: unknown): Partial<Preferences> {
  const { isQuiet, seenActivityAt, seenChampion, celebratedChampion } = Object(known) as Record<
    string,
    unknown
  >
  return {
    ...(typeof isQuiet === 'boolean' && { isQuiet }),
    ...(typeof seenActivityAt === 'string' && { seenActivityAt }),
    seenChampion: monthsIn(seenChampion),
    celebratedChampion: monthsIn(celebratedChampion),
  }
}

function monthsIn(known: unknown): MonthByMember {
  const entries = Object.entries(Object(known) as object)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
