import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant } from './fields.ts'

/** What this instance runs, and its state. */
export const systemState = z.object({
  mode: z.enum(['development', 'production']),
  database: z.object({ engine: z.enum(['embedded', 'postgres']), isConnected: z.boolean() }),
  /** Live connections to this instance. */
  liveConnections: count,
  timeZone: z.string(),
  publicUrl: z.string(),
  legacyPublicUrl: z.string().nullable(),
  version: z.string(),
  startedAt: instant,
})
export type SystemState = z.output<typeof systemState>

export const getSystemState = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  answer: z.object({ data: systemState }),
})
