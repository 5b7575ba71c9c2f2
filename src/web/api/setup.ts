import { useQuery } from '@tanstack/react-query'
import { changeSetup, getSetup, type Setup, type SetupChange } from '#contract/setup.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** How far the first hour has come. For administrators only. */
export function useSetup(isWanted = true) {
  return useQuery({ ...read(getSetup), enabled: isWanted })
}

export function useChangeSetup() {
  return useWrite((body: SetupChange) => call(changeSetup, { body }), ['setup'])
}

/** Whether the card of the first hour is to be shown. */
export function isSetupOpen({ hidden, steps }: Setup): boolean {
  return !hidden && steps.some(({ done }) => !done)
}
