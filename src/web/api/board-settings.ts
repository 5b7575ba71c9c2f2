import { useQuery } from '@tanstack/react-query'
import { getBoardSettings, putBoardSettings } from '#contract/board-settings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** Who has a place on boards, and when a week begins. */
export function useBoardSettings() {
  return useQuery(read(getBoardSettings))
}

/** Changes some of the settings. It settles when everything that shows them has been read again. */
export function useChangeBoardSettings() {
  return useWrite(
    (body: BodyOf<typeof putBoardSettings>) => call(putBoardSettings, { body }),
    ['members', 'totals'],
  )
}
