import { type Mailbox, type MailboxOptions, startMailbox } from '#sandbox/workplace/mailbox.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { tellMember } from '#server/features/direct-messages/commands.ts'
import { sendConfirmation, sendMails } from '#server/integrations/mail/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { chooseMail } from '#test/support/direct-messages.ts'
import { testClock } from '#test/support/moment.ts'

type Settings = Parameters<typeof startTestApp>[0]

/** The product and a mail server, without Slack. */
export interface MailStage {
  readonly t: TestApp
  readonly mailbox: Mailbox
  /** A member who gets e-mails daily, at an address that came with the account. */
  reader(name: string, address?: string): Promise<TestMember>
  /** Tells a member that they have unlocked an achievement. */
  badge(to: TestMember, achievement: string): Promise<void>
  /** Runs the job that sends e-mails once, at a moment. */
  sendAt(moment: string, data?: { readonly examine?: boolean }): Promise<void>
  /** Runs the job that asks a member to confirm their address. */
  ask(member: TestMember): Promise<void>
  close(): Promise<void>
}

/** Wednesday, when it is too early for a mail. */
export const mailMorning = '2026-03-11T10:00:00.000Z'
/** When the daily e-mails go out in a workspace whose days are those of UTC. */
export const mailTime = '2026-03-11T17:30:00.000Z'

const setAddress = statement(
  'test_set_address',
  'update users set email = $2, email_given_at = $3::timestamptz where id = $1',
)

export async function startMailStage(settings: Settings = {}, options?: MailboxOptions): Promise<MailStage> {
  const mailbox = await startMailbox(options)
  const t = await startTestApp({
    clock: testClock(mailMorning),
    ...settings,
    environment: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Ovation <ovation@northwind.test>',
      PUBLIC_URL: 'https://ovation.northwind.test',
      ...settings?.environment,
    },
    limits: settings?.limits ?? {},
  })
  const { signal } = new AbortController()
  return {
    t,
    mailbox,
    reader: async (name, address = `${name}@northwind.test`) => {
      const member = await t.member(name)
      await giveAddress(t.deps, member, address)
      await chooseMail(t.deps, member.id, 'daily')
      return member
    },
    badge: (to, achievement) =>
      t.deps.db.transaction((tx) =>
        tellMember(t.deps, tx, {
          userId: to.id,
          kind: 'achievement_unlocked',
          key: newId(),
          facts: { achievement, description: 'Well done', points: 10 },
        }),
      ),
    sendAt: (moment, data = {}) => {
      t.clock.set(moment)
      return sendMails(t.deps, data, { signal, stopping: signal })
    },
    ask: ({ id: userId }) => sendConfirmation(t.deps, { userId }),
    close: async () => {
      await t.close()
      await mailbox.close()
    },
  }
}

/** Gives a member an address: one that came with the account, or one that they typed at an instant. */
export async function giveAddress(
  { db }: Pick<Deps, 'db'>,
  { id }: TestMember,
  address: string | null,
  typedAt: string | null = null,
): Promise<void> {
  await db.run(setAddress, [id, address, typedAt])
}
