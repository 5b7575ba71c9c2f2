import type { UserId } from './ids.ts'

/** Whether a member can applaud an activity of `ownerId`, which is null for one that no member caused. */
export function applauseVerdict(ownerId: UserId | null, memberId: UserId): 'ok' | 'nobodys' | 'own' {
  if (ownerId === null) return 'nobodys'
  return ownerId === memberId ? 'own' : 'ok'
}
