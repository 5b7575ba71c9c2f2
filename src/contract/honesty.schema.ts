import { z } from 'zod'
import { largestCap } from '#domain/honesty.ts'
import { checkLevels } from '#domain/vocabulary.ts'
import { oneOf, wholeNumber } from './fields.schema.ts'
import * as contract from './honesty.ts'
import { serve } from './served.schema.ts'

const cap = wholeNumber({ from: 1, to: largestCap }).nullable()
const clicks = wholeNumber({ from: 0, to: largestCap })

export const honestySettings = z.object({
  dailyCaps: z.object({ like: cap, comment: cap, share: cap }),
  linkClicks: z.object({ perDay: clicks, perAddress: clicks }),
  checks: oneOf(checkLevels, 'Checks'),
})

const answer = z.object({ data: honestySettings })

export const getHonesty = serve(contract.getHonesty, { answer })

export const putHonesty = serve(contract.putHonesty, { body: honestySettings, answer })
