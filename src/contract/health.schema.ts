import { z } from 'zod'
import * as contract from './health.ts'
import { serve } from './served.schema.ts'

const health = z.object({ status: z.literal('ok') })

export const isLive = serve(contract.isLive, { answer: health })

export const isReady = serve(contract.isReady, { answer: health })
