import type { DirectMedium, DirectNews } from '#domain/direct-messages.ts'
import type { UserId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'

/** A direct message as it is stored. */
interface StoredDirect {
  readonly userId: UserId
  readonly medium: DirectMedium
  readonly kind: DirectNews['kind']
  readonly key: string
  readonly facts: DirectNews['facts']
  readonly isSent: boolean
  readonly isFailed: boolean
  readonly failure: string | null
  readonly tries: number
  readonly posts: number
  readonly dueAt: Date
  readonly expiresAt: Date
}

const listStored = statement<StoredDirect>(
  'test_list_direct_messages',
  `select user_id as "userId", medium, kind, key, facts, sent_at is not null as "isSent", failed_at is not null as "isFailed", failure,
     tries, posts, due_at as "dueAt", expires_at as "expiresAt" from direct_messages order by created_at, kind, medium, id`,
)
const join = statement(
  'test_join_slack',
  'update users set slack_team_id = $2, slack_user_id = $3 where id = $1',
)
const choose = statement(
  'test_choose_direct',
  `insert into notification_settings (user_id, direct) values ($1, $2)
   on conflict (user_id) do update set direct = excluded.direct`,
)

const chooseMails = statement(
  'test_choose_mails',
  `insert into notification_settings (user_id, email) values ($1, $2)
   on conflict (user_id) do update set email = excluded.email`,
)

export function storedDirect({ db }: Deps): Promise<StoredDirect[]> {
  return db.run(listStored, [])
}

/** Gives a member an identity in the chat's workspace. */
export async function joinSlack(
  { db }: Deps,
  id: UserId,
  chat: { team: string; user: string },
): Promise<void> {
  await db.run(join, [id, chat.team, chat.user])
}

/** Sets which direct messages a member gets. */
export async function chooseDirect({ db }: Deps, id: UserId, choice: string): Promise<void> {
  await db.run(choose, [id, choice])
}

/** Sets how often a member gets mails. */
export async function chooseMail({ db }: Deps, id: UserId, choice: string): Promise<void> {
  await db.run(chooseMails, [id, choice])
}
