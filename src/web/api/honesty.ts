import { useQuery } from '@tanstack/react-query'
import { getHonesty, putHonesty } from '#contract/honesty.ts'
import type { HonestySettings } from '#domain/honesty.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** Caps, limits of link clicks and checks. For administrators. */
export function useHonesty() {
  return useQuery(read(getHonesty))
}

/** Replaces the settings as a whole. */
export function useSaveHonesty() {
  return useWrite((body: HonestySettings) => call(putHonesty, { body }), ['honesty'])
}
