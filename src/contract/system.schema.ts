import { z } from 'zod'
import { count, instant } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './system.ts'

export const systemState = z
  .object({
    mode: z.enum(['development', 'production']),
    database: z.object({ engine: z.enum(['embedded', 'postgres']), isConnected: z.boolean() }),
    liveConnections: count,
    timeZone: z.string(),
    publicUrl: z.string(),
    legacyPublicUrl: z.string().nullable(),
    version: z.string(),
    startedAt: instant,
  })
  .meta({ id: 'SystemState' }) satisfies z.ZodType<contract.SystemState>

export const getSystemState = serve(contract.getSystemState, { answer: z.object({ data: systemState }) })
