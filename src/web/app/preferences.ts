import { useSyncExternalStore } from 'react'

export interface Preferences {
  /** Whether toasts about other people are off. */
  readonly isQuiet: boolean
  /** The time (ISO 8601) of the newest activity when the notifications were last opened; empty for none yet. */
  readonly seenActivityAt: string
  /** For each member id, the newest month (`YYYY-MM`) whose champion the member has seen. */
  readonly seenChampion: MonthByMember
  /** For each member id, the newest month whose champion was celebrated on their screen. */
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

/** Preferences that only this browser remembers. The server does not know them. */
export const preferences = {
  read(): Preferences {
    return current
  },
  change(changes: Partial<Preferences>): void {
    current = { ...current, ...changes }
    try {
      localStorage.setItem(storageKey, JSON.stringify(current))
    } catch {
      // Without storage, the preference lasts until the page is closed.
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
