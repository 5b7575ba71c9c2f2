import { z } from 'zod'
import * as contract from './auth.ts'
import { serve } from './served.schema.ts'
import { currentUser } from './users.schema.ts'

/** An address that signs an emergency administrator in. */
export const signInEmail = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254)
  .pipe(z.email('Please enter a valid email address'))

export const emergencySignIn = serve(contract.emergencySignIn, {
  body: z.object({
    email: signInEmail,
    password: z.string().min(1, 'Password is required').max(1024),
  }),
  answer: z.object({ token: z.string() }),
})

export const authenticatedUser = serve(contract.authenticatedUser, {
  answer: z.object({ data: currentUser }),
})

export const signOut = serve(contract.signOut, { answer: z.object({ message: z.string() }) })
