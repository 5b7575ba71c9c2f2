import type { BodyOf } from '#contract/endpoint.ts'
import { adjustPoints } from '#contract/ledger.ts'
import { call } from './client.ts'
import { useWrite } from './write.ts'

/** Adds or takes points of a member. Settles when what shows them has been read again, also after a refusal. */
export function useAdjustPoints() {
  return useWrite(
    (body: BodyOf<typeof adjustPoints>) => call(adjustPoints, { body }),
    ['totals', 'adjustments'],
  )
}
