import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser, updateProfile } from '#contract/users.ts'

/** What the member has written into the fields; null where a field still shows what is known. */
export interface ProfileEdits {
  readonly displayName: string | null
  readonly username: string | null
  readonly email: string | null
}

export const noEdits: ProfileEdits = { displayName: null, username: null, email: null }

export type ProfileFields = Readonly<Record<keyof ProfileEdits, string>>

/** What stands in the fields. */
export function fieldsOf(
  user: Pick<CurrentUser, 'ownDisplayName' | 'username' | 'email'>,
  edits: ProfileEdits,
): ProfileFields {
  return {
    displayName: edits.displayName ?? user.ownDisplayName ?? '',
    username: edits.username ?? user.username,
    email: edits.email ?? user.email ?? '',
  }
}

/** What is checked: besides the username, only what was written. */
export function changeOf(fields: ProfileFields, edits: ProfileEdits): BodyOf<typeof updateProfile> {
  return {
    username: fields.username,
    ...(edits.displayName !== null && { displayName: fields.displayName }),
    ...(edits.email !== null && { email: fields.email.trim() }),
  }
}
