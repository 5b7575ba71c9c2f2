import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getNotificationSettings, putNotificationSettings } from '#contract/notifications.schema.ts'
import { updateProfile } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { unsubscribeToken } from '#server/features/mail/commands.ts'
import { rawAnswer, type TestMember } from '#test/support/app.ts'
import { chooseMail, storedDirect } from '#test/support/direct-messages.ts'
import { giveAddress, type MailStage, mailMorning, mailTime, startMailStage } from '#test/support/mail.ts'
import { present } from '#test/support/present.ts'

let stage: MailStage
let ana: TestMember

beforeAll(async () => {
  stage = await startMailStage({ limits: { perMember: 10_000, perAddress: 10_000 } })
})
afterAll(() => stage.close())
beforeEach(async () => {
  stage.t.clock.set(mailMorning)
  ana = await stage.reader(`ana.${newId()}`)
})

const usual = { direct: 'mine', quietFrom: '19:00', quietTo: '08:00' }
const read = async (as = ana) => (await stage.t.call(getNotificationSettings, { as })).answer.data
const save = (email: string, as = ana) =>
  stage.t.call(putNotificationSettings, { as, body: { ...usual, email } })
const linkOf = (to = ana) => `/unsubscribe/${unsubscribeToken(stage.t.deps, to.id)}`
const open = (url: string) => stage.t.request('GET', url)
/** A post of a mail program, which is no browser. */
const post = async (url: string, payload = '', type = 'application/x-www-form-urlencoded') =>
  rawAnswer(
    await stage.t.app.inject({
      method: 'POST',
      url,
      payload,
      headers: payload === '' ? {} : { 'content-type': type },
    }),
  )
const oneClick = 'List-Unsubscribe=One-Click'
const wrong = 'This link does not work'
const waiting = async () => (await storedDirect(stage.t.deps)).filter(({ userId }) => userId === ana.id)

describe('the link that stops the e-mails', () => {
  test('changes nothing when it is opened, and stops them at the press of its button', {
    tags: ['mail-stop'],
  }, async () => {
    await stage.badge(ana, 'One')
    const page = await open(linkOf())
    expect(page.status).toBe(200)
    expect(page.text).toContain('<form method="post"><button>Stop the e-mails</button></form>')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    })
    expect((await stage.t.request('HEAD', linkOf())).status).toBe(200)
    expect(await read()).toMatchObject({ email: 'daily' })
    const done = await post(linkOf())
    expect(done.status).toBe(200)
    expect(done.text).toContain('The e-mails are stopped')
    expect(await read()).toMatchObject({ email: 'off', direct: 'mine' })
    expect(await waiting()).toEqual([])
    expect((await post(linkOf())).text).toContain('The e-mails are stopped')
  })

  test.each([
    ['a form', oneClick, 'application/x-www-form-urlencoded'],
    [
      'a form of parts',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])('is followed at once by mail programs, with %s', { tags: ['mail-stop'] }, async (_what, body, type) => {
    const { status } = await post(`${linkOf()}/one-click`, body, type)
    expect(status).toBe(200)
    expect(await read()).toMatchObject({ email: 'off' })
  })

  test('shows its button to a person who opens the address of mail programs', async () => {
    const { status, headers } = await open(`${linkOf()}/one-click`)
    expect([status, headers.location]).toEqual([303, linkOf()])
    expect(await read()).toMatchObject({ email: 'daily' })
  })

  test('is refused to a page of another site', async () => {
    const { statusCode } = await stage.t.app.inject({
      method: 'POST',
      url: linkOf(),
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(statusCode).toBe(403)
    expect(await read()).toMatchObject({ email: 'daily' })
  })

  test.each([
    ['another signature', () => linkOf().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['nothing that it could be', () => '/unsubscribe/x'],
    ['another coding of the same bytes', () => `${linkOf()}=`],
    ['a token of another kind', () => linkOf().slice(0, -2)],
    ['an address in it', () => '/unsubscribe/..%2F..%2Flogin'],
  ])(
    'does nothing with %s, and says nothing of whose it is',
    { tags: ['mail-stop'] },
    async (_what, link) => {
      const answers = [await open(link()), await post(link()), await post(`${link()}/one-click`, oneClick)]
      for (const { status, text } of answers) {
        expect(status).toBe(404)
        expect(text).toContain(wrong)
      }
      expect(await read()).toMatchObject({ email: 'daily' })
    },
  )

  test('looks the same for a member who is not there any more', async () => {
    const stranger = { ...ana, id: newId<'user'>() }
    expect((await open(linkOf(stranger))).status).toBe(200)
    expect((await post(linkOf(stranger))).status).toBe(200)
  })

  test('is counted against the limit of its address', { tags: ['mail-stop'] }, async () => {
    const strict = await startMailStage({ limits: { perAddress: 2 } })
    try {
      const link = `/unsubscribe/${'A'.repeat(48)}`
      const statuses = []
      for (let nth = 0; nth < 3; nth++) statuses.push((await strict.t.request('POST', link)).status)
      expect(statuses).toEqual([404, 404, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('an address that the member typed', () => {
  const typed = async () => {
    const address = `own.${newId()}@elsewhere.test`
    await giveAddress(stage.t.deps, ana, address, mailMorning)
    await chooseMail(stage.t.deps, ana.id, 'off')
    return address
  }
  const mailsTo = (address: string) => stage.mailbox.mails().filter(({ to }) => to === address)
  const confirmationIn = (address: string) => {
    const text = present(mailsTo(address).at(-1)).text
    return present(/https:\/\/\S+(\/confirm-address\/\S+)/.exec(text)?.[1])
  }

  test('gets one e-mail that asks for a confirmation, and no other before', {
    tags: ['mail-confirm'],
  }, async () => {
    const address = await typed()
    expect(await read()).toMatchObject({ mailAddress: address, isAddressConfirmed: false })
    expect((await save('daily')).answer.data).toMatchObject({ email: 'daily', isAddressConfirmed: false })
    await stage.badge(ana, 'One')
    expect(await waiting()).toEqual([])
    await stage.ask(ana)
    expect(mailsTo(address).map(({ header }) => header('subject'))).toEqual([
      'Confirm your address for Ovation',
    ])
    const link = confirmationIn(address)
    const page = await open(link)
    expect(page.text).toContain(address)
    expect(await read()).toMatchObject({ isAddressConfirmed: false })
    expect((await post(link)).text).toContain('Your address is confirmed')
    expect(await read()).toMatchObject({ isAddressConfirmed: true })
    await stage.badge(ana, 'Two')
    await stage.sendAt(mailTime)
    expect(mailsTo(address)).toHaveLength(2)
  })

  test('is asked again when it is changed', { tags: ['mail-confirm'] }, async () => {
    const address = await typed()
    await save('weekly')
    await stage.ask(ana)
    const link = confirmationIn(address)
    await post(link)
    const other = `other.${newId()}@elsewhere.test`
    const before = await countAsked()
    await stage.t.call(updateProfile, { as: ana, body: { username: ana.username, email: other } })
    expect(await countAsked()).toBe(before + 1)
    expect(await read()).toMatchObject({ mailAddress: other, isAddressConfirmed: false })
    expect((await post(link)).text).toContain(wrong)
    await stage.ask(ana)
    await post(confirmationIn(other))
    expect(await read()).toMatchObject({ isAddressConfirmed: true })
  })

  test('is asked three times a day at most', { tags: ['mail-confirm'] }, async () => {
    await typed()
    const before = await countAsked()
    await save('daily')
    expect((await save('daily')).status).toBe(200)
    expect((await save('daily')).status).toBe(200)
    const refused = await save('daily')
    expect(refused.status).toBe(429)
    expect(refused.error.message).toBe('You got three such e-mails today. Please try again tomorrow.')
    expect((await save('weekly')).status).toBe(200)
    expect(await countAsked()).toBe(before + 3)
    stage.t.clock.advance(24 * 3_600_000)
    expect((await save('weekly')).status).toBe(200)
    expect(await countAsked()).toBe(before + 4)
  })

  test('is not confirmed by a link after a week, or one that somebody changed', {
    tags: ['mail-confirm'],
  }, async () => {
    const address = await typed()
    await save('daily')
    await stage.ask(ana)
    const link = confirmationIn(address)
    for (const bad of [link.replace(/.{2}$/, 'AA'), linkOf().replace('unsubscribe', 'confirm-address')])
      expect((await post(bad)).text).toContain(wrong)
    stage.t.clock.advance(7 * 24 * 3_600_000)
    expect((await open(link)).text).toContain(wrong)
    expect((await post(link)).text).toContain(wrong)
    expect(await read()).toMatchObject({ isAddressConfirmed: false })
  })

  test('is asked for nothing where somebody vouches for it', { tags: ['mail-confirm'] }, async () => {
    const before = await countAsked()
    await save('off')
    await save('weekly')
    expect(await countAsked()).toBe(before)
    const sentBefore = stage.mailbox.mails().length
    await stage.ask(ana)
    expect(stage.mailbox.mails()).toHaveLength(sentBefore)
  })

  test('that the mail server refuses is not tried again, and an outage is', async () => {
    const address = await typed()
    await save('daily')
    stage.mailbox.fault({ at: 'recipient', to: address, answer: 550 })
    await stage.ask(ana)
    stage.mailbox.fault({ at: 'connect', answer: 421 })
    await expect(stage.ask(ana)).rejects.toMatchObject({ code: 'busy' })
    await stage.ask(ana)
    expect(mailsTo(address)).toHaveLength(1)
  })
})

async function countAsked(): Promise<number> {
  const count = statement(
    'test_count_confirmations',
    `select from pgboss.job where name = 'mail.confirm' and state = 'created'`,
  )
  return (await stage.t.deps.db.run(count, [])).length
}
