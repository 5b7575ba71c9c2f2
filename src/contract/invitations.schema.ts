import { z } from 'zod'
import { signInEmail } from './auth.schema.ts'
import { idOf, instant } from './fields.schema.ts'
import * as contract from './invitations.ts'
import { serve } from './served.schema.ts'

const secret = z.string().min(1).max(200)

const emergencyAdmin = z
  .object({
    id: idOf<'user'>(),
    username: z.string(),
    displayName: z.string(),
    avatar: z.string().nullable(),
    email: z.string(),
  })
  .meta({ id: 'EmergencyAdmin' }) satisfies z.ZodType<contract.EmergencyAdmin>

export const listEmergencyAdmins = serve(contract.listEmergencyAdmins, {
  answer: z.object({ data: z.array(emergencyAdmin), isSignInOpen: z.boolean() }),
})

export const inviteEmergencyAdmin = serve(contract.inviteEmergencyAdmin, {
  body: z.object({ email: signInEmail }),
  answer: z.object({ data: z.object({ link: z.string(), expiresAt: instant }) }),
})

export const checkInvitation = serve(contract.checkInvitation, {
  body: z.object({ secret }),
  answer: z.object({ data: z.object({ email: z.string(), expiresAt: instant }) }),
})

export const acceptInvitation = serve(contract.acceptInvitation, {
  body: z.object({ secret, password: z.string().min(1, 'Password is required').max(1024) }),
  answer: z.object({ data: z.object({ email: z.string() }) }),
})
