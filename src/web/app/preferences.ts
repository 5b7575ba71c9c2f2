import { useSyncExternalStore } from 'react'

export interface Preferences {
  /** Whether toasts about other people are off. */
  readonly isQuiet: boolean
  /** Whether letters answer the rows of the review. */
  readonly hasReviewKeys: boolean
  /** The days that the team board covers; not checked for being a known word. */
  readonly boardWindow: string
  /** The time (ISO 8601) of the newest activity when the notifications were last opened; empty for none yet. */
  readonly seenActivityAt: string
  /** For each member id, the key of the newest champion that the member has seen. */
  readonly seenChampion: ChampionByMember
  /** For each member id, the key of the newest champion that was celebrated on their screen. */
  readonly celebratedChampion: ChampionByMember
  /** For each member id, how far the member has come towards their first report. */
  readonly firstSteps: Readonly<Record<string, FirstStep>>
}

/** `returned` to this tab after a post was opened in another. */
export type FirstStep = 'opened' | 'returned'

type ChampionByMember = Readonly<Record<string, string>>

const storageKey = 'preferences'
const defaults: Preferences = {
  isQuiet: false,
  hasReviewKeys: true,
  boardWindow: 'all',
  seenActivityAt: '',
  seenChampion: {},
  celebratedChampion: {},
  firstSteps: {},
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
  const {
    isQuiet,
    hasReviewKeys,
    boardWindow,
    seenActivityAt,
    seenChampion,
    celebratedChampion,
    firstSteps,
  } = Object(known) as Record<string, unknown>
  return {
    ...(typeof boardWindow === 'string' && { boardWindow }),
    ...(typeof isQuiet === 'boolean' && { isQuiet }),
    ...(typeof hasReviewKeys === 'boolean' && { hasReviewKeys }),
    ...(typeof seenActivityAt === 'string' && { seenActivityAt }),
    seenChampion: entriesOf(seenChampion, isText),
    celebratedChampion: entriesOf(celebratedChampion, isText),
    firstSteps: entriesOf(firstSteps, isFirstStep),
  }
}

function entriesOf<Value>(
  known: unknown,
  isValue: (value: unknown) => value is Value,
): Record<string, Value> {
  const entries: [string, unknown][] = Object.entries(Object(known) as object)
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isValue(entry[1])))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isFirstStep(value: unknown): value is FirstStep {
  return value === 'opened' || value === 'returned'
}
