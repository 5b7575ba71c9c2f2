import { useQuery } from '@tanstack/react-query'
import type { BodyOf, SentOf } from '#contract/endpoint.ts'
import {
  getOwnStreak,
  getStreakRules,
  putOwnStreak,
  putStreakRules,
  repairStreak,
} from '#contract/streaks.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** The rules of streaks, with the holidays. */
export function useStreakRules() {
  return useQuery(read(getStreakRules))
}

/** Changes some of the rules. It settles when everything that shows them has been read again. */
export function useChangeStreakRules() {
  return useWrite(
    (body: BodyOf<typeof putStreakRules>) => call(putStreakRules, { body }),
    ['streakRules', 'streaks', 'account'],
  )
}

/** The member's own streak, and what keeps it alive. */
export function useOwnStreak() {
  return useQuery(read(getOwnStreak))
}

/** Changes the time zone or the away days. */
export function useChangeOwnStreak() {
  return useWrite((body: SentOf<typeof putOwnStreak>) => call(putOwnStreak, { body }), ['streaks', 'account'])
}

/** Repairs the streak that broke yesterday. */
export function useRepairStreak() {
  return useWrite(() => call(repairStreak), ['streaks', 'account', 'achievements'])
}
