import { addDays, dayOf } from '#domain/days.ts'
import { defaultChoices } from '#domain/direct-messages.ts'
import type { UserId } from '#domain/ids.ts'
import { mailTimeOn } from '#domain/mail.ts'
import { statement } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { changeSettings, readSettings, tellMember } from '#server/features/direct-messages/commands.ts'
import { sendMails } from '#server/integrations/mail/commands.ts'

const findReader = statement<{ id: UserId }>(
  'sample_mail_reader',
  `select id from users where slack_user_id is not null and disabled_at is null and role = 'user'
   order by total_points desc, id limit 1`,
)

/** Sends one member the e-mail of yesterday, so that the demo has one to read. */
export async function sendSampleMail(deps: Deps): Promise<void> {
  const [reader] = await deps.db.run(findReader, [])
  if (!reader) return
  const { timeZone } = await readSettings(deps, reader.id)
  const yesterday = addDays(dayOf(deps.clock.now(), timeZone), -1)
  const atTheTime = mailTimeOn(yesterday, 'daily', timeZone)
  const then: Deps = { ...deps, clock: { now: () => atTheTime } }
  const { direct, quiet } = defaultChoices
  const settings = { direct, quietFrom: quiet.from, quietTo: quiet.to, email: 'daily' } as const
  await changeSettings(then, reader.id, settings)
  await then.db.transaction(async (tx) => {
    await tellMember(then, tx, {
      userId: reader.id,
      kind: 'share_decided',
      key: `sample share_decided ${reader.id}`,
      facts: { platform: 'linkedin', isVerified: true, points: 50, reason: null },
    })
    await tellMember(then, tx, {
      userId: reader.id,
      kind: 'achievement_unlocked',
      key: `sample achievement_unlocked ${reader.id}`,
      facts: { achievement: 'First Steps', description: 'Report your first interaction', points: 10 },
    })
  })
  const { signal } = new AbortController()
  await sendMails(then, { examine: true }, { signal, stopping: signal })
}
