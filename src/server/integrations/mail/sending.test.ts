import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSlackStatus } from '#contract/slack.schema.ts'
import type { MailFault } from '#sandbox/workplace/mailbox.ts'
import { newId } from '#server/db/new-id.ts'
import { takeMail, unsubscribeToken } from '#server/features/mail/commands.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createLog } from '#server/log.ts'
import type { TestMember } from '#test/support/app.ts'
import { chooseMail, storedDirect } from '#test/support/direct-messages.ts'
import { disableMember } from '#test/support/fixtures.ts'
import { giveAddress, type MailStage, mailTime, startMailStage } from '#test/support/mail.ts'
import { present } from '#test/support/present.ts'
import { sendMails } from './commands.ts'

const nextDay = '2026-03-12T17:30:00.000Z'

let stage: MailStage
let ana: TestMember
let bo: TestMember

const open = async (...options: Parameters<typeof startMailStage>) => {
  stage = await startMailStage(...options)
  ana = await stage.reader('ana')
  bo = await stage.reader('bo')
}
beforeEach(() => open())
afterEach(() => stage.close())

const stored = async (to = ana) => (await storedDirect(stage.t.deps)).filter(({ userId }) => userId === to.id)
const delivered = () => stage.mailbox.mails().map(({ to }) => to)
const stateOf = async () => {
  const admin = await stage.t.member(`admin.${newId()}`, 'admin')
  return (await stage.t.call(getSlackStatus, { as: admin })).answer.data.mail
}
/** Opens the stage anew where a fault is waited for. */
const hurryWith = async (answer: MailFault['answer']) => {
  if (answer !== 'hang') return
  await stage.close()
  await open({ limits: { mailTimeoutMs: 1_500 } })
}
const later = (ms: number) => new Date(Date.parse(mailTime) + ms).toISOString()
const minuteMs = 60_000

describe('a mail', () => {
  test('has all that is new to its member, at the time of the day, once', {
    tags: ['mail-sent', 'mail-one'],
  }, async () => {
    await stage.badge(ana, '<First> & last')
    await stage.badge(ana, 'Second')
    await stage.badge(bo, 'Third')
    await stage.sendAt('2026-03-11T17:29:59.000Z')
    expect(stage.mailbox.mails()).toEqual([])
    await stage.sendAt(mailTime)
    await stage.sendAt(later(minuteMs))
    expect(delivered()).toEqual(['ana@northwind.test', 'bo@northwind.test'])
    const mail = present(stage.mailbox.mails()[0])
    expect(mail.header('subject')).toBe('Your day at Ovation: 2 badges')
    expect(mail.header('from')).toBe('Ovation <ovation@northwind.test>')
    expect(mail.header('date')).toBe('Wed, 11 Mar 2026 17:30:00 +0000')
    expect(mail.text).toContain('You unlocked <First> & last and earned 10 points.\nWell done\n')
    expect(mail.html).toContain('You unlocked &lt;First&gt; &amp; last and earned 10 points.')
    expect(await stored()).toMatchObject([
      { medium: 'mail', isSent: true, tries: 1 },
      { medium: 'mail', isSent: true, tries: 1 },
    ])
  })

  test('says why it came, and can be stopped from it and by mail programs', {
    tags: ['mail-stop'],
  }, async () => {
    await stage.badge(ana, 'One')
    await stage.sendAt(mailTime)
    const mail = present(stage.mailbox.mails()[0])
    const link = `https://ovation.northwind.test/unsubscribe/${unsubscribeToken(stage.t.deps, ana.id)}`
    expect(mail.text).toContain('You get this every day at 17:30, when there is news, because you chose so')
    expect(mail.text).toContain('https://ovation.northwind.test/profile#notification-settings')
    expect(mail.text).toContain(`Stop these e-mails: ${link}`)
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.header('list-unsubscribe')).toBe(`<${link}/one-click>`)
    expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.header('auto-submitted')).toBe('auto-generated')
  })

  test('is all that is stored where Slack is not set up', {
    tags: ['mail-sent'],
  }, async () => {
    await stage.badge(ana, 'One')
    expect((await stored()).map(({ medium }) => medium)).toEqual(['mail'])
  })

  test('is the only one of its day, and the rest comes on the next', { tags: ['mail-one'] }, async () => {
    await stage.badge(ana, 'One')
    await stage.sendAt(mailTime)
    await stage.badge(ana, 'Two')
    await stage.sendAt(later(60 * minuteMs))
    expect(delivered()).toHaveLength(1)
    await stage.sendAt(nextDay)
    expect(delivered()).toHaveLength(2)
    expect(stage.mailbox.mails()[1]?.text).toContain('You unlocked Two')
    expect(stage.mailbox.mails()[1]?.text).not.toContain('You unlocked One')
  })

  test('comes weekly on Friday, with the news of the week', { tags: ['mail-times'] }, async () => {
    await chooseMail(stage.t.deps, ana.id, 'weekly')
    stage.t.clock.set('2026-03-06T18:00:00.000Z')
    await stage.badge(ana, 'One')
    await stage.sendAt('2026-03-12T18:00:00.000Z')
    expect(delivered()).toEqual([])
    await stage.sendAt('2026-03-13T15:30:00.000Z')
    expect(present(stage.mailbox.mails()[0]).header('subject')).toBe('Your week at Ovation: 1 badge')
  })

  test('is sent by the job of the queue', { tags: ['mail-sent'] }, async () => {
    await stage.badge(ana, 'One')
    stage.t.clock.set(mailTime)
    await stage.t.deps.jobs.work(jobHandlers, stage.t.deps)
    await stage.t.deps.db.transaction((tx) => stage.t.deps.jobs.enqueue(tx, 'mail.send', {}))
    await expect.poll(delivered).toEqual(['ana@northwind.test'])
  })

  test('names a sender in any letters', async () => {
    await stage.close()
    await open({ environment: { MAIL_FROM: 'Équipe Övation <ovation@northwind.test>' } })
    await stage.badge(ana, '“Größe” · 100 %')
    await stage.sendAt(mailTime)
    const mail = present(stage.mailbox.mails()[0])
    expect(mail.header('from')).toBe('Équipe Övation <ovation@northwind.test>')
    expect(mail.sender).toBe('ovation@northwind.test')
    expect(mail.text).toContain('You unlocked “Größe” · 100 % and earned 10 points.')
  })

  test('leaves out what this version cannot read', async () => {
    await stage.badge(ana, 'One')
    await stage.t.deps.db.script(`update direct_messages set facts = '{}'`)
    await stage.badge(ana, 'Two')
    await stage.sendAt(mailTime)
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'unreadable' }, { isSent: true }])
    expect(stage.mailbox.mails()[0]?.header('subject')).toBe('Your day at Ovation: 1 badge')
  })

  test.each<[string, (member: TestMember) => Promise<unknown>]>([
    ['is disabled', ({ id }) => disableMember(stage.t.deps, id)],
    ['has no address any more', (member) => giveAddress(stage.t.deps, member, null)],
    ['has typed another address', (member) => giveAddress(stage.t.deps, member, 'x@y.test', mailTime)],
  ])('goes to nobody who meanwhile %s', async (_who, change) => {
    await stage.badge(ana, 'One')
    await change(ana)
    await stage.sendAt(mailTime)
    expect(delivered()).toEqual([])
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'not_reachable' }])
  })
})

describe('a recipient whom the mail server refuses', () => {
  test('loses that e-mail, and nobody else does', { tags: ['mail-failures'] }, async () => {
    stage.mailbox.fault({ at: 'recipient', to: 'ana', answer: 550 })
    await stage.badge(ana, 'One')
    await stage.badge(bo, 'Two')
    await stage.sendAt(mailTime)
    expect(await stored()).toMatchObject([{ isSent: false, isFailed: true, failure: 'smtp_550', posts: 0 }])
    expect(delivered()).toEqual(['bo@northwind.test'])
    expect(await stateOf()).toEqual({ isSetUp: true, waiting: 0, failed: 1, halt: null })
  })

  test('for now is tried again later, with all that waits by then', { tags: ['mail-failures'] }, async () => {
    stage.mailbox.fault({ at: 'recipient', to: 'ana', answer: 450 })
    await stage.badge(ana, 'One')
    await stage.badge(bo, 'Two')
    await stage.sendAt(mailTime)
    expect(delivered()).toEqual(['bo@northwind.test'])
    expect(await stored()).toMatchObject([{ isSent: false, isFailed: false, failure: 'smtp_450', posts: 0 }])
    await stage.sendAt(later(4 * minuteMs))
    expect(delivered()).toHaveLength(1)
    await stage.sendAt(later(5 * minuteMs))
    expect(delivered()).toEqual(['bo@northwind.test', 'ana@northwind.test'])
  })

  test('because the address is none is not even asked for', async () => {
    await giveAddress(stage.t.deps, ana, 'ana@northwind.test\r\nbcc: x@y.test')
    await stage.badge(ana, 'One')
    await stage.sendAt(mailTime)
    expect(stage.mailbox.connectionCount()).toBe(0)
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'bad_address' }])
  })
})

describe('what concerns everybody', () => {
  test.each<[string, MailFault, string]>([
    [
      'a sign-in that is refused',
      { at: 'sign-in', answer: 535 },
      'The mail server does not accept the name and the password in SMTP_URL',
    ],
    [
      'a sender that is refused',
      { at: 'sender', answer: 550 },
      'The mail server refuses the sender in MAIL_FROM',
    ],
    ['a server that is too busy', { at: 'connect', answer: 421 }, 'The mail server asks to try again later'],
    [
      'a server that does not answer',
      { at: 'connect', answer: 'hang' },
      'The mail server did not answer in time',
    ],
    ['a broken connection', { at: 'sender', answer: 'reset' }, 'The connection to the mail server broke off'],
  ])(
    'lets all e-mails wait, and is told to administrators: %s',
    {
      tags: ['mail-halt'],
    },
    async (_what, fault, halt) => {
      await hurryWith(fault.answer)
      stage.mailbox.fault(fault)
      await stage.badge(ana, 'One')
      await stage.badge(bo, 'Two')
      await stage.sendAt(mailTime)
      expect(stage.mailbox.connectionCount()).toBe(1)
      expect(await stateOf()).toEqual({ isSetUp: true, waiting: 2, failed: 0, halt })
      await stage.sendAt(later(59_000))
      expect(stage.mailbox.connectionCount()).toBe(1)
      await stage.sendAt(later(minuteMs))
      expect(delivered().toSorted()).toEqual(['ana@northwind.test', 'bo@northwind.test'])
      expect((await stateOf()).halt).toBeNull()
    },
  )

  test('is tried again less often the longer it lasts, and at each start', {
    tags: ['mail-halt'],
  }, async () => {
    stage.mailbox.fault({ at: 'sign-in', times: 100, answer: 535 })
    await stage.badge(ana, 'One')
    const tried: number[] = []
    for (let minute = 0; minute <= 40; minute++) {
      const before = stage.mailbox.connectionCount()
      await stage.sendAt(later(minute * minuteMs))
      if (stage.mailbox.connectionCount() > before) tried.push(minute)
    }
    expect(tried).toEqual([0, 1, 2, 4, 8, 16, 26, 36])
    stage.mailbox.clearFaults()
    await stage.sendAt(later(41 * minuteMs), { examine: true })
    expect(delivered()).toEqual(['ana@northwind.test'])
  })

  test('holds back no longer than the messages hold', async () => {
    stage.mailbox.fault({ at: 'connect', times: 100, answer: 421 })
    await stage.badge(ana, 'One')
    await stage.sendAt(mailTime)
    await stage.sendAt('2026-03-19T17:30:00.000Z')
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'expired' }])
  })

  test('leaves what waits alone while no mail server is set up', async () => {
    await stage.badge(ana, 'One')
    const { deps } = stage.t
    const { signal } = new AbortController()
    stage.t.clock.set(mailTime)
    await sendMails({ ...deps, config: { ...deps.config, mail: null } }, {}, { signal, stopping: signal })
    expect(await stored()).toMatchObject([{ isSent: false, isFailed: false, tries: 0 }])
  })
})

describe('an e-mail whose fate nobody knows', () => {
  test('because it breaks the connection holds up the e-mails of others for a minute only', {
    tags: ['mail-halt'],
  }, async () => {
    stage.mailbox.fault({ at: 'recipient', to: 'ana', times: 100, answer: 'reset' })
    await stage.badge(ana, 'One')
    await stage.badge(bo, 'Two')
    await stage.sendAt(mailTime)
    expect(delivered()).toEqual([])
    await stage.sendAt(later(minuteMs))
    expect(delivered()).toEqual(['bo@northwind.test'])
  })

  test.each<[string, MailFault['answer']]>([
    ['no answer', 'hang'],
    ['a broken connection', 'reset'],
  ])('is sent again as the same mail: %s', { tags: ['mail-twice'] }, async (_what, answer) => {
    await hurryWith(answer)
    stage.mailbox.fault({ at: 'taken', answer })
    await stage.badge(ana, 'One')
    await stage.sendAt(mailTime)
    expect(await stored()).toMatchObject([{ isSent: false, posts: 1 }])
    await stage.badge(ana, 'Two')
    await stage.sendAt(later(minuteMs))
    const [first, second] = stage.mailbox.mails()
    expect(delivered()).toHaveLength(2)
    expect(second?.header('message-id')).toBe(first?.header('message-id'))
    expect(second?.text).toBe(first?.text)
    await stage.sendAt(nextDay)
    const third = present(stage.mailbox.mails()[2])
    expect(third.text).toContain('You unlocked Two')
    expect(third.header('message-id')).not.toBe(first?.header('message-id'))
  })

  test('because the process was killed is sent again too', { tags: ['mail-twice'] }, async () => {
    await stage.badge(ana, 'One')
    stage.t.clock.set(mailTime)
    expect(await takeMail(stage.t.deps, ana.id)).toMatchObject({ tries: 1, address: 'ana@northwind.test' })
    await stage.sendAt(later(minuteMs))
    expect(delivered()).toEqual(['ana@northwind.test'])
    expect(await stored()).toMatchObject([{ isSent: true, tries: 2 }])
  })

  test('is not sent again in the quiet hours, and on the next day only with the next mail', {
    tags: ['mail-twice'],
  }, async () => {
    await stage.badge(ana, 'One')
    stage.t.clock.set(mailTime)
    await takeMail(stage.t.deps, ana.id)
    await stage.sendAt('2026-03-11T19:00:00.000Z')
    await stage.sendAt('2026-03-12T08:00:00.000Z')
    expect(delivered()).toEqual([])
    await stage.sendAt(nextDay)
    expect(delivered()).toEqual(['ana@northwind.test'])
  })
})

test('no log has an address, a name, a text, a link or the password', {
  tags: ['mail-unlogged'],
}, async () => {
  await stage.close()
  const lines: string[] = []
  const log = createLog(
    'trace',
    new Writable({
      write: (line, _, done) => {
        lines.push(String(line))
        done()
      },
    }),
  )
  await open({ log })
  for (const answer of [450, 550, 'reset'] as const) stage.mailbox.fault({ at: 'recipient', answer })
  stage.mailbox.fault({ at: 'sign-in', answer: 535 })
  await stage.badge(ana, 'A rare badge')
  await stage.badge(bo, 'Another')
  for (const minutes of [0, 5, 10, 20, 60]) await stage.sendAt(later(minutes * minuteMs))
  const token = unsubscribeToken(stage.t.deps, ana.id)
  await stage.t.request('GET', `/unsubscribe/${token}`)
  await stage.t.request('POST', `/unsubscribe/${token}/one-click`)
  expect(lines.length).toBeGreaterThan(4)
  const { password } = new URL(stage.mailbox.url)
  for (const secret of ['ana@', 'bo@', 'A rare badge', token, password])
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
})
