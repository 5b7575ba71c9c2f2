import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser, updateProfile } from '#contract/users.ts'

/** What the member has written into the fields; null where a field still shows what is known. */
export interface ProfileEdits {
  readonly username: string | null
  readonly email: string | null
}

export const noEdits: ProfileEdits = { username: null, email: null }

export type ProfileFields = Readonly<Record<keyof ProfileEdits, string>>

/** What stands in the fields. */
export function fieldsOf(user: Pick<CurrentUser, keyof ProfileEdits>, edits: ProfileEdits): ProfileFields {
  return { username: edits.username ?? user.username, email: edits.email ?? user.email ?? '' }
}

/** What is sent: an address only if it was written, so that nothing newer is overwritten by what stood there. */
export function changeOf(fields: ProfileFields, edits: ProfileEdits): BodyOf<typeof updateProfile> {
  return { username: fields.username, ...(edits.email !== null && { email: fields.email.trim() }) }
}
