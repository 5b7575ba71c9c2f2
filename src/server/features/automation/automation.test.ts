import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAutomationSettings, saveAutomationSettings } from '#contract/automation.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { setAutomation } from '#test/support/fixtures.ts'
import { getAutomation } from './store.ts'

const hook = 'https://hooks.zapier.com/hooks/catch/1234/s3cret-canary-wxyz'
const shortened = 'https://hooks.zapier.com/…wxyz'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

beforeEach(() => setAutomation(t.deps, defaultAutomation))

const read = async () => (await t.call(getAutomationSettings, { as: admin })).answer.data
const save = (body: unknown, as: TestMember | null = admin) => t.call(saveAutomationSettings, { as, body })
const stored = () => getAutomation(t.deps.db)
const acts = () =>
  t.deps.db.run(
    statement<{ actor: string; action: string; details: unknown }>(
      'test_automation_acts',
      `select actor_id as actor, action, details from audit_entries where action like 'automation%'
       order by created_at, id`,
    ),
    [],
  )

describe('the automation settings', () => {
  it('start with only both integrations and points on publish switched on', {
    tags: ['number-automation'],
  }, async () => {
    const reply = await t.call(getAutomationSettings, { as: admin })
    expect(reply.status).toBe(200)
    expect(reply.answer).toEqual({
      data: {
        zapierEnabled: true,
        socialPilotEnabled: true,
        autoPublish: false,
        pointsOnSchedule: false,
        pointsOnPublish: true,
        webhookUrl: null,
      },
    })
  })

  it('change what is sent and keep the rest, including the address', {
    tags: ['admin-automation-save'],
  }, async () => {
    expect((await save({ webhookUrl: hook, zapierEnabled: false })).answer.data).toEqual({
      ...(await read()),
      zapierEnabled: false,
      socialPilotEnabled: true,
      webhookUrl: shortened,
    })
    expect((await save({ pointsOnSchedule: true })).status).toBe(200)
    expect(await stored()).toEqual({
      ...defaultAutomation,
      zapierEnabled: false,
      pointsOnSchedule: true,
      webhookUrl: hook,
    })
    expect((await save({})).answer.data).toMatchObject({ pointsOnSchedule: true, webhookUrl: shortened })
  })

  it('never show the whole address, and accept the shortened one as the stored one', {
    tags: ['admin-automation-address', 'sec-24'],
  }, async () => {
    const saved = await save({ webhookUrl: ` ${hook} ` })
    const all = await t.call(getAutomationSettings, { as: admin })
    expect(saved.text + all.text + JSON.stringify(await acts())).not.toContain('canary')
    expect((await save({ ...all.answer.data, autoPublish: true })).status).toBe(200)
    expect(await stored()).toMatchObject({ autoPublish: true, webhookUrl: hook })
  })

  it.each([[null], [''], ['  ']])('clear the address with %j', async (webhookUrl) => {
    await save({ webhookUrl: hook })
    expect((await save({ webhookUrl })).answer.data.webhookUrl).toBeNull()
    expect((await stored()).webhookUrl).toBeNull()
  })

  it('refuse the shortened form of an address that has been replaced since', async () => {
    await save({ webhookUrl: hook })
    await save({ webhookUrl: `${hook}-newer` })
    const late = await save({ webhookUrl: shortened })
    expect(late.status).toBe(400)
    expect(late.error.issues).toEqual([{ path: 'webhookUrl', message: 'Must be a full webhook address' }])
    expect((await stored()).webhookUrl).toBe(`${hook}-newer`)
  })

  it('can still be saved when the list of hosts no longer includes the saved address', async () => {
    await setAutomation(t.deps, { ...defaultAutomation, webhookUrl: 'https://old.example/hook/wxyz' })
    const answer = await save({ ...(await read()), autoPublish: true })
    expect(answer.status).toBe(200)
    expect(await stored()).toMatchObject({ autoPublish: true, webhookUrl: 'https://old.example/hook/wxyz' })
  })
})

describe('a save with the last seen settings', () => {
  it('succeeds while they are unchanged, with the address in its shortened form', async () => {
    await save({ webhookUrl: hook })
    const seen = { ...(await read()) }
    expect(seen.webhookUrl).toBe(shortened)
    expect((await save({ autoPublish: true, webhookUrl: null, seen })).status).toBe(200)
    expect(await stored()).toMatchObject({ autoPublish: true, webhookUrl: null })
  })

  it('is refused when somebody changed them since, names the change and saves nothing', {
    tags: ['wrong-settings-twice'],
  }, async () => {
    const seen = await read()
    await save({ webhookUrl: hook, zapierEnabled: false })
    const before = (await acts()).length
    const answer = await save({ autoPublish: true, webhookUrl: `${hook}-mine`, seen })
    expect(answer.status).toBe(409)
    expect(answer.error.issues?.map(({ path }) => path)).toEqual(['zapierEnabled', 'webhookUrl'])
    expect(answer.error.current).toEqual({ zapierEnabled: false, webhookUrl: shortened })
    expect(await stored()).toMatchObject({ autoPublish: false, webhookUrl: hook })
    expect((await acts()).length).toBe(before)
    expect((await save({ autoPublish: true, seen: { autoPublish: false } })).status).toBe(200)
  })
})

describe('a save of all six settings', () => {
  it('keeps what somebody else changed of those that are sent as they were seen', {
    tags: ['admin-automation-body'],
  }, async () => {
    await save({ webhookUrl: hook })
    const seen = await read()
    await save({ zapierEnabled: false, webhookUrl: `${hook}-newer` })
    const answer = await save({ ...seen, autoPublish: true, seen })
    expect(answer.status).toBe(200)
    expect(await stored()).toMatchObject({
      zapierEnabled: false,
      autoPublish: true,
      webhookUrl: `${hook}-newer`,
    })
    const late = await save({ ...seen, webhookUrl: `${hook}-mine`, seen })
    expect(late.error.current).toEqual({ webhookUrl: (await read()).webhookUrl })
  })

  it('without what was seen writes all of them', async () => {
    await save({ webhookUrl: hook })
    const all = await read()
    await save({ zapierEnabled: false })
    expect((await save({ ...all, autoPublish: true })).status).toBe(200)
    expect(await stored()).toMatchObject({ zapierEnabled: true, autoPublish: true, webhookUrl: hook })
  })
})

describe('a save of the automation settings refuses', () => {
  it.each([
    ['ftp://hooks.zapier.com/x', 'Must start with https://'],
    ['file:///etc/passwd', 'Must start with https://'],
    ['http://hooks.zapier.com/x', 'Must start with https://'],
    ['https://u:p@hooks.zapier.com/x', 'Must not contain a user name or password'],
    ['https://hooks.zapier.com:22/x', 'Must use the port of https'],
    ['https://evil.example/x', 'Must be on one of the hosts that ZAPIER_HOSTS names'],
    ['https://127.0.0.1/x', 'Must be on one of the hosts that ZAPIER_HOSTS names'],
    ['no address', 'Must be a full webhook address'],
    [`https://hooks.zapier.com/${'x'.repeat(2_048)}`, 'Must be at most 2048 characters long'],
  ])('the address %s: %s', { tags: ['form-webhook-address', 'sec-51'] }, async (webhookUrl, message) => {
    const answer = await save({ webhookUrl, autoPublish: true })
    expect(answer.status).toBe(400)
    expect(answer.error.issues).toEqual([{ path: 'webhookUrl', message }])
    expect(await stored()).toEqual(defaultAutomation)
  })

  it.each([
    ['zapierEnabled', 'yes'],
    ['socialPilotEnabled', 1],
    ['autoPublish', null],
    ['pointsOnSchedule', 'true'],
    ['pointsOnPublish', {}],
    ['webhookUrl', 7],
  ])('%s as %j, and names the field', async (field, value) => {
    const answer = await save({ [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.error.issues).toMatchObject([{ path: field }])
  })

  it('everybody except admins', { tags: ['rights-automation'] }, async () => {
    const moderator = await t.member('mo.diaz', 'moderator')
    expect((await t.call(getAutomationSettings, { as: ana })).status).toBe(403)
    expect((await t.call(getAutomationSettings, { as: moderator })).status).toBe(403)
    expect((await t.call(getAutomationSettings)).status).toBe(401)
    expect((await save({ autoPublish: true }, moderator)).status).toBe(403)
    expect((await save({ autoPublish: true }, null)).status).toBe(401)
    expect(await stored()).toEqual(defaultAutomation)
  })
})

describe('the audit trail', () => {
  it('has one entry per change with before and after, and none for a save that changes nothing', async () => {
    const before = (await acts()).length
    await save({ webhookUrl: hook, autoPublish: true })
    await save({ webhookUrl: shortened, autoPublish: true })
    await save({ webhookUrl: hook })
    const lines = (await acts()).slice(before)
    expect(lines).toEqual([
      {
        actor: admin.id,
        action: 'automation.update',
        details: {
          before: defaultAutomation,
          after: { ...defaultAutomation, autoPublish: true, webhookUrl: shortened },
        },
      },
    ])
  })

  it('has an entry for a new address that looks the same when shortened', async () => {
    await save({ webhookUrl: hook })
    const before = (await acts()).length
    await save({ webhookUrl: 'https://hooks.zapier.com/hooks/catch/5678/another-wxyz' })
    expect((await acts()).length - before).toBe(1)
  })

  it('and the settings keep every one of several simultaneous changes', async () => {
    const fields = ['zapierEnabled', 'socialPilotEnabled', 'autoPublish', 'pointsOnSchedule'] as const
    for (let round = 0; round < 6; round++) {
      const isOn = round % 2 === 0
      const before = (await acts()).length
      await setAutomation(t.deps, {
        ...defaultAutomation,
        ...Object.fromEntries(fields.map((field) => [field, !isOn])),
      })
      await Promise.all(fields.map((field) => save({ [field]: isOn })))
      expect(await stored()).toMatchObject(Object.fromEntries(fields.map((field) => [field, isOn])))
      expect((await acts()).length - before).toBe(fields.length)
    }
  })
})
