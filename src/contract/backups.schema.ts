import { z } from 'zod'
import * as contract from './backups.ts'
import { instant } from './fields.schema.ts'
import { serve } from './served.schema.ts'

export const backups = z.object({
  isNightly: z.boolean(),
  isEncrypted: z.boolean(),
  lastSuccessAt: instant.nullable(),
  lastFailure: z.object({ at: instant, reason: z.enum(contract.backupFailures) }).nullable(),
  lastDrillAt: instant.nullable(),
}) satisfies z.ZodType<contract.Backups>

const answer = z.object({ data: backups })

export const getBackups = serve(contract.getBackups, { answer })

export const putBackups = serve(contract.putBackups, {
  body: z.object({ isNightly: z.boolean('Must be true or false') }),
  answer,
})

export const startBackup = serve(contract.startBackup, { answer })
