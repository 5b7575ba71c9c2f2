import { useEffect, useState } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'

const markMs = 10_000

export interface Passed {
  /** The last of those who were passed: the member stands just ahead of them. */
  readonly person: LeaderboardEntry
  /** How many were passed. */
  readonly places: number
}

/** Whom a member has passed on a board, best first, by points of their own; null if nobody. */
export function passedIn(
  before: readonly LeaderboardEntry[],
  now: readonly LeaderboardEntry[],
  ownId: string,
): Passed | null {
  const [was, is] = [before, now].map((rows) => rows.findIndex(({ id }) => id === ownId))
  const [wasOwn, isOwn] = [before[was ?? -1], now[is ?? -1]]
  if (!wasOwn || !isOwn || isOwn.totalPoints <= wasOwn.totalPoints) return null
  const ahead = new Set(before.slice(0, was).map(({ id }) => id))
  const passed = now.filter(({ id, rank }) => rank > isOwn.rank && ahead.has(id))
  const [person] = passed
  return person ? { person, places: passed.length } : null
}

/** Whom the member has passed in the last ten seconds. */
export function usePassed(rows: readonly LeaderboardEntry[], ownId: string): Passed | null {
  const [known, setKnown] = useState({ rows, passed: null as Passed | null })
  if (known.rows !== rows) {
    const rankIn = (board: readonly LeaderboardEntry[]) => board.find(({ id }) => id === ownId)?.rank ?? 0
    const isStill = rankIn(rows) <= rankIn(known.rows)
    setKnown({ rows, passed: passedIn(known.rows, rows, ownId) ?? (isStill ? known.passed : null) })
  }
  const { passed } = known
  useEffect(() => {
    if (!passed) return
    const timer = setTimeout(() => setKnown((now) => ({ ...now, passed: null })), markMs)
    return () => clearTimeout(timer)
  }, [passed])
  return passed
}

const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** A rank in a sentence: `fifth`, `12th`. */
export function rankWord(rank: number): string {
  return words[rank - 1] ?? `${rank.toLocaleString('en-US')}${endings[rules.select(rank)] ?? 'th'}`
}
