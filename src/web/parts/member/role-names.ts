import type { Role } from '#domain/vocabulary.ts'

export const roleNames: Readonly<Record<Role, string>> = {
  user: 'Member',
  moderator: 'Moderator',
  admin: 'Admin',
}
