import type { Handle } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'

export interface SlackMember {
  readonly id: string
  readonly avatar: string | null
  readonly isDisabled: boolean
}

export interface NewSlackMember {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  readonly username: string
  readonly email: string | null
  readonly avatar: string | null
  readonly trackingCode: string
  readonly now: Date
}

const find = statement<SlackMember>(
  'find_slack_member',
  `select id, avatar, disabled_at is not null as "isDisabled" from users where slack_team_id = $1 and slack_user_id = $2`,
)
// An address that another account has is left out: it must neither join the two nor stop the newcomer.
const insert = statement<{ id: string }>(
  'insert_slack_member',
  `insert into users (id, slack_team_id, slack_user_id, username, email, avatar, tracking_code, reached_at, created_at)
   values ($1, $2, $3, $4,
     case when exists (select 1 from users where lower(email) = lower($5::text)) then null else $5::text end,
     $6, $7, $8::timestamptz, $8::timestamptz)
   on conflict do nothing returning id`,
)
const setAvatar = statement('set_slack_avatar', 'update users set avatar = $2 where id = $1')

export async function findSlackMember(
  db: Handle,
  teamId: string,
  userId: string,
): Promise<SlackMember | null> {
  const [row] = await db.run(find, [teamId, userId])
  return row ?? null
}

/** Whether the member was made; it is not when somebody else made it, or took the e-mail address, at this moment. */
export async function insertSlackMember(db: Handle, member: NewSlackMember): Promise<boolean> {
  const { id, teamId, userId, username, email, avatar, trackingCode, now } = member
  const values = [id, teamId, userId, username, email, avatar, trackingCode, now.toISOString()]
  const rows = await db.run(insert, values)
  return rows.length > 0
}

export async function updateAvatar(db: Handle, id: string, avatar: string): Promise<void> {
  await db.run(setAvatar, [id, avatar])
}
