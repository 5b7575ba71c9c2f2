import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { UserCard } from './users.ts'

/** Somebody who can use the emergency sign-in. */
export interface EmergencyAdmin extends UserCard {
  readonly email: string
}

interface EmergencyAdmins extends ListOf<EmergencyAdmin> {
  /** False while the environment switches the emergency sign-in off. */
  readonly isSignInOpen: boolean
}

/** A link that sets the password of an emergency administrator, once. It is shown only in this answer. */
export interface InvitationLink {
  readonly link: string
  readonly expiresAt: string
}

/** What the person with a link sees of it. */
export interface Invitation {
  readonly email: string
  readonly expiresAt: string
}

/** The accounts that can use the emergency sign-in, by name. */
export const listEmergencyAdmins = endpoint<{ answer: EmergencyAdmins }>('GET', '/api/admin/emergency-admins')

/**
 * Makes a link for a new emergency administrator, for one who forgot the password, or for the caller's own account. It
 * replaces an open one for the same address. 409 for the address of another member or a disabled account, and while the
 * emergency sign-in is switched off.
 */
export const inviteEmergencyAdmin = endpoint<{ body: { email: string }; answer: Data<InvitationLink> }>(
  'POST',
  '/api/admin/emergency-admins',
)

/** Whom a link is for. 410 when it does not work, whatever the reason. */
export const checkInvitation = endpoint<{ body: { secret: string }; answer: Data<Invitation> }>(
  'POST',
  '/api/auth/invitations/check',
)

/** Sets the password, and uses the link up. 400 for a bad password, 410 when the link does not work. */
export const acceptInvitation = endpoint<{
  body: { secret: string; password: string }
  answer: Data<{ readonly email: string }>
}>('POST', '/api/auth/invitations/accept')
