import { z } from 'zod'
import { backups } from './backups.schema.ts'
import { count, idOf, instant } from './fields.schema.ts'
import { noContent, serve } from './served.schema.ts'
import * as contract from './status.ts'
import { systemState } from './system.schema.ts'

const { mode, version, startedAt, database } = systemState.shape

const verification = z.object({
  at: instant,
  violations: count,
  isWhole: z.boolean(),
}) satisfies z.ZodType<contract.Verification>

const deadLetter = z.object({
  id: idOf<'deadLetter'>(),
  queue: z.string().nullable(),
  failedAt: instant,
  reason: z.string(),
  tries: count,
}) satisfies z.ZodType<contract.DeadLetter>

const status = z
  .object({
    mode,
    version,
    node: z.string(),
    startedAt,
    database: z.object({
      engine: database.shape.engine,
      isConnected: z.boolean(),
      version: z.string().nullable(),
      sizeBytes: count.nullable(),
      migrations: count.nullable(),
    }),
    jobs: z
      .array(z.object({ queue: z.string(), queued: count, oldestSeconds: z.number().min(0) }))
      .nullable(),
    deadLetters: z.array(deadLetter).max(contract.longestDeadLetterList).nullable(),
    deadLetterCount: count.nullable(),
    backups: backups.nullable(),
    verification: verification.nullable(),
    chat: z.object({ waiting: count, failed: count }).nullable(),
  })
  .meta({ id: 'Status' }) satisfies z.ZodType<contract.Status>

const params = z.object({ id: idOf<'deadLetter'>() })

export const getStatus = serve(contract.getStatus, { answer: z.object({ data: status }) })

export const startVerification = serve(contract.startVerification, {
  answer: z.object({ data: verification.nullable() }),
})

export const replayDeadLetter = serve(contract.replayDeadLetter, { params, answer: noContent })

export const discardDeadLetter = serve(contract.discardDeadLetter, { params, answer: noContent })
