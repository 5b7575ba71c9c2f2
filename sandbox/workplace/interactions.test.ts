import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { standingClock } from '#sandbox/standing-clock.ts'
import type { Person } from './people.ts'
import { newOutsiders, newPeople } from './some-people.ts'
import { type StubApp, startStubApp } from './stub-app.ts'
import { callApi, countingBlocks, modal } from './web-calls.ts'
import { startWorkplace, type Workplace } from './workplace.ts'

const start = '2026-03-11T10:00:00.000Z'
const clock = standingClock(start)
let workplace: Workplace
let app: StubApp
let ana: Person
let bo: Person

beforeAll(async () => {
  // Patient, so that a busy machine changes nothing.
  const patienceMs = 30_000
  workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders, now: clock.now, patienceMs })
  app = await startStubApp(workplace)
  const [first, second] = workplace.people
  if (!first || !second) throw new Error('The workplace has no people')
  ana = first
  bo = second
})

afterEach(() => {
  app.answerWith(null)
  app.calls.length = 0
  clock.set(start)
  workplace.clearFaults()
})

afterAll(async () => {
  await Promise.all([app.close(), workplace.close()])
})

const api = (method: string, body: object) => callApi(workplace, method, body)
const post = async (blocks: unknown[], channel = workplace.channelId) =>
  String((await api('chat.postMessage', { channel, text: 'A post', blocks })).ts)
const last = () => app.calls.at(-1)?.said ?? {}
const answerTo = (address: unknown, body: object) =>
  fetch(String(address), { method: 'POST', body: JSON.stringify(body) })

describe('calls to the app', () => {
  test('are signed over the raw body with the time of the clock, wherever they go', async () => {
    await post(countingBlocks)
    await workplace.press({ person: ana, in: workplace.channelId, actionId: 'like' })
    await workplace.command(ana, 'liked “café” & more=1')
    await workplace.openHome(ana)
    await workplace.deliver('events', { type: 'url_verification', challenge: 'c1' })
    expect(app.calls.map(({ path, isSigned }) => [path, isSigned])).toEqual([
      ['/slack/interactivity', true],
      ['/slack/commands', true],
      ['/slack/events', true],
      ['/slack/events', true],
    ])
    const times = new Set(app.calls.map(({ headers }) => headers['x-slack-request-timestamp']))
    expect([...times]).toEqual([String(Date.parse(start) / 1_000)])
    const types = app.calls.map(({ headers }) => headers['content-type'])
    const form = 'application/x-www-form-urlencoded'
    expect(types).toEqual([form, form, 'application/json', 'application/json'])
  })

  test('can be spoiled in their signature, their time, their headers and their body', async () => {
    const body = { type: 'event_callback' }
    await workplace.deliver('events', body, { signature: 'v0=00' })
    await workplace.deliver('events', body, { signature: null, timestamp: null })
    await workplace.deliver('events', body, { timestamp: '1000' })
    await workplace.deliver('events', body, { sentBody: '{}' })
    await workplace.deliver('events', '{"a": 1}', { headers: { 'x-mark': 'one' } })
    expect(app.calls.map(({ isSigned }) => isSigned)).toEqual([false, false, true, false, true])
    const [, bare, old, changed, raw] = app.calls
    expect(bare?.headers).not.toHaveProperty('x-slack-signature')
    expect(bare?.headers).not.toHaveProperty('x-slack-request-timestamp')
    expect(old?.headers['x-slack-request-timestamp']).toBe('1000')
    expect([changed?.rawBody, raw?.rawBody, raw?.headers['x-mark']]).toEqual(['{}', '{"a": 1}', 'one'])
  })

  test('answer with the status, the body and the time that the app took', async () => {
    app.answerWith(() => ({ status: 401, body: 'no' }))
    const refused = await workplace.deliver('commands', { text: 'x' })
    expect(refused).toMatchObject({ status: 401, body: 'no', failure: 'http_error', deliveries: 1 })
    expect(refused.tookMs).toBeGreaterThan(0)
  })

  test('need an app, and end when there is none at the address', async () => {
    workplace.connectApp(null)
    await expect(workplace.openHome(ana)).rejects.toThrow('No app is connected')
    workplace.connectApp('http://127.0.0.1:1/')
    const failed = await workplace.command(ana, 'x')
    expect(failed).toMatchObject({ status: null, body: '', failure: 'connection_failed' })
    workplace.connectApp(app.url)
  })
})

describe('an event', () => {
  test('that opens the Home tab says whose, and for which installation', async () => {
    expect(await workplace.openHome(ana)).toMatchObject({ status: 200, deliveries: 1 })
    const body = last()
    expect(body).toMatchObject({
      type: 'event_callback',
      team_id: workplace.teamId,
      event_id: expect.stringMatching(/^Ev[0-9A-F]+$/),
      event_time: Date.parse(start) / 1_000,
      event: { type: 'app_home_opened', user: ana.id, tab: 'home', channel: expect.stringMatching(/^D/) },
      authorizations: [{ team_id: workplace.teamId, is_bot: true, is_enterprise_install: false }],
    })
    await workplace.openHome(ana)
    expect(last().event_id).not.toBe(body.event_id)
  })

  test('that is not accepted is delivered again three times, as the same event and with the reason', async () => {
    app.answerWith(() => ({ status: 500 }))
    expect(await workplace.openHome(ana)).toMatchObject({ status: 500, deliveries: 4 })
    const retries = app.calls.map(({ headers }) => [
      headers['x-slack-retry-num'],
      headers['x-slack-retry-reason'],
    ])
    expect(retries).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_error'],
      ['3', 'http_error'],
    ])
    expect(new Set(app.calls.map(({ rawBody }) => rawBody)).size).toBe(1)
    expect(app.calls.every(({ isSigned }) => isSigned)).toBe(true)
  })
})

test('an app that does not answer in time fails a command, and gets an event again', async () => {
  const impatient = await startWorkplace({ people: newPeople, patienceMs: 1_000 })
  const slow = await startStubApp(impatient)
  const [person] = impatient.people
  if (!person) throw new Error('The workplace has no people')
  slow.answerWith(() => (slow.calls.length < 3 ? { hangs: true } : {}))
  const command = await impatient.command(person, 'x')
  expect(command).toMatchObject({ status: null, body: '', failure: 'http_timeout', deliveries: 1 })
  expect(await impatient.openHome(person)).toMatchObject({ status: 200, deliveries: 2, failure: null })
  expect(slow.calls.at(-1)?.headers).toMatchObject({
    'x-slack-retry-num': '1',
    'x-slack-retry-reason': 'http_timeout',
  })
  await Promise.all([slow.close(), impatient.close()])
})

describe('a press', () => {
  test('in the channel says who pressed which button of which message', async () => {
    const ts = await post(countingBlocks)
    await workplace.press({ person: ana, in: workplace.channelId, ts, label: 'I liked it' })
    expect(last()).toEqual({
      type: 'block_actions',
      user: { id: ana.id, username: 'ana.lima', name: 'ana.lima', team_id: workplace.teamId },
      api_app_id: 'A0SANDBOT',
      token: expect.any(String),
      team: { id: workplace.teamId, domain: 'sandbox-workplace' },
      enterprise: null,
      is_enterprise_install: false,
      container: {
        type: 'message',
        message_ts: ts,
        channel_id: workplace.channelId,
        is_ephemeral: false,
      },
      channel: { id: workplace.channelId, name: 'company-social' },
      message: expect.objectContaining({ type: 'message', ts, text: 'A post', bot_id: 'B0SANDBOT' }),
      state: { values: {} },
      trigger_id: expect.any(String),
      response_url: expect.stringContaining(`${workplace.origin}/actions/${workplace.teamId}/`),
      actions: [
        {
          type: 'button',
          action_id: 'like',
          block_id: 'reports',
          text: { type: 'plain_text', text: 'I liked it', emoji: true },
          value: 'p1',
          style: 'primary',
          action_ts: `${Date.parse(start) / 1_000}.000000`,
        },
      ],
    })
  })

  test('finds the newest message with the button, or tells that there is none', async () => {
    await post(countingBlocks)
    const newer = await post(countingBlocks)
    await workplace.press({ person: ana, in: workplace.channelId, actionId: 'like' })
    expect(last().container).toMatchObject({ message_ts: newer })
    const absent = workplace.press({ person: ana, in: workplace.channelId, label: 'Unlike' })
    await expect(absent).rejects.toThrow(/No button \{"label":"Unlike"\}.*I liked it \(like\)/)
    const foreign = workplace.press({ person: ana, in: 'C0OTHER', label: 'Unlike' })
    await expect(foreign).rejects.toThrow('sees no channel C0OTHER')
  })

  test('by a guest and by somebody of another workspace names them and their workspace', async () => {
    await post(countingBlocks)
    const [outsider] = workplace.outsiders
    for (const person of [workplace.extras.guest, outsider]) {
      if (!person) throw new Error('There is nobody of another workspace')
      const press = { person, in: workplace.channelId, actionId: 'like' }
      expect(await workplace.press(press)).toMatchObject({ status: 200 })
      expect(last()).toMatchObject({
        user: { id: person.id, team_id: person.teamId },
        team: { id: workplace.teamId },
      })
      const { user } = await api('users.info', { user: person.id })
      expect(user).toMatchObject({ id: person.id, team_id: person.teamId, tz: expect.any(String) })
    }
  })

  test('by 200 people at once reaches the app 200 times, each with its own answering address', async () => {
    await post(countingBlocks)
    const presses = Array.from({ length: 200 }, (_, index) =>
      workplace.press({ person: index % 2 ? ana : bo, in: workplace.channelId, actionId: 'like' }),
    )
    const statuses = (await Promise.all(presses)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(new Set(app.calls.map(({ said }) => said.response_url)).size).toBe(200)
    expect(new Set(app.calls.map(({ said }) => said.trigger_id)).size).toBe(200)
  })

  test('in direct messages and on the Home tab says where', async () => {
    const { channel } = await api('conversations.open', { users: ana.id })
    const { id } = channel as { id: string }
    const ts = await post(countingBlocks, id)
    await workplace.press({ person: ana, in: id, actionId: 'like' })
    expect(last()).toMatchObject({
      container: { type: 'message', message_ts: ts, channel_id: id },
      channel: { id, name: 'directmessage' },
      response_url: expect.any(String),
    })
    await api('views.publish', { user_id: ana.id, view: { type: 'home', blocks: countingBlocks } })
    await workplace.press({ person: ana, in: 'home', label: 'I liked it' })
    const home = workplace.homeOf(ana)
    expect(last()).toMatchObject({
      container: { type: 'view', view_id: home?.id },
      view: { id: home?.id, type: 'home', hash: home?.hash },
    })
    expect(last()).not.toHaveProperty('response_url')
    expect(last()).not.toHaveProperty('message')
    await expect(workplace.press({ person: bo, in: 'home', actionId: 'like' })).rejects.toThrow('No button')
  })
})

describe('answering later', () => {
  const pressed = async () => {
    const ts = await post(countingBlocks)
    await workplace.press({ person: ana, in: workplace.channelId, ts, actionId: 'like' })
    return { ts, address: String(last().response_url) }
  }

  test('shows a message to whoever pressed, and to nobody else', async () => {
    const { address } = await pressed()
    const answer = await answerTo(address, { text: 'Thanks, *Ana*' })
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    expect(workplace.ephemerals(ana).at(-1)).toMatchObject({
      text: 'Thanks, *Ana*',
      channel: workplace.channelId,
      ts: expect.stringMatching(/^\d+\.\d{6}$/),
    })
    expect(workplace.ephemerals(bo)).toEqual([])
    expect((await workplace.messages()).map(({ text }) => text)).not.toContain('Thanks, *Ana*')
  })

  test('works five times and for half an hour', async () => {
    const { address } = await pressed()
    const refused = await answerTo(address, { blocks: [{ type: 'banner' }] })
    expect([refused.status, await refused.text()]).toEqual([400, 'invalid_blocks'])
    const uses = await Promise.all([1, 2, 3, 4, 5].map((count) => answerTo(address, { text: `${count}` })))
    expect(uses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await answerTo(address, { text: '6' })
    expect([sixth.status, await sixth.text()]).toEqual([404, 'used_url'])
    const { address: other } = await pressed()
    clock.advance(30 * 60_000)
    expect((await answerTo(other, { text: 'Still' })).status).toBe(200)
    clock.advance(1)
    const late = await answerTo(other, { text: 'Late' })
    expect([late.status, await late.text()]).toEqual([404, 'expired_url'])
    expect((await answerTo(`${other}x`, { text: 'Guess' })).status).toBe(404)
  })

  test("replaces and deletes the channel's message that held the button", async () => {
    const { ts, address } = await pressed()
    await answerTo(address, { replace_original: true, text: 'Closed', blocks: [] })
    const shown = async () => (await workplace.messages()).find((message) => message.ts === ts)
    expect(await shown()).toMatchObject({ text: 'Closed', edited: expect.anything() })
    await answerTo(address, { delete_original: true })
    expect(await shown()).toBeUndefined()
  })

  test('replaces and deletes the message that only its person sees', async () => {
    const { address } = await pressed()
    await answerTo(address, { text: 'Reported', blocks: countingBlocks })
    const { ts = '' } = workplace.ephemerals(ana).at(-1) ?? {}
    await workplace.press({ person: ana, in: 'ephemeral', ts, actionId: 'like' })
    expect(last().container).toMatchObject({ is_ephemeral: true, message_ts: ts })
    expect(last()).not.toHaveProperty('message')
    await answerTo(last().response_url, { replace_original: true, text: 'Undone' })
    expect(workplace.ephemerals(ana).find((message) => message.ts === ts)).toMatchObject({ text: 'Undone' })
    await answerTo(last().response_url, { delete_original: 'true' })
    expect(workplace.ephemerals(ana).some((message) => message.ts === ts)).toBe(false)
  })

  test('can be for all, has planned faults like any address, and is in the journal', async () => {
    const { address } = await pressed()
    workplace.fault({ match: /^\/actions\//, times: 1, status: 503 })
    expect((await answerTo(address, { text: 'Lost' })).status).toBe(503)
    await answerTo(address, { response_type: 'in_channel', text: 'For everybody' })
    expect((await workplace.messages()).at(-1)?.text).toBe('For everybody')
    const paths = workplace.journal().filter(({ path }) => path === new URL(address).pathname)
    expect(paths.map(({ body }) => body)).toMatchObject([expect.anything(), expect.anything()])
  })
})

describe('a command', () => {
  test('says who sent which text, and shows the person the answer, which a later one replaces', async () => {
    app.answerWith(() => ({ body: { text: 'One moment' }, headers: { 'content-type': 'application/json' } }))
    expect(await workplace.command(bo, 'liked a&b=c ü')).toMatchObject({ status: 200 })
    expect(last()).toMatchObject({
      team_id: workplace.teamId,
      team_domain: 'sandbox-workplace',
      channel_id: workplace.channelId,
      channel_name: 'company-social',
      user_id: bo.id,
      user_name: 'bo',
      command: '/ovation',
      text: 'liked a&b=c ü',
      api_app_id: 'A0SANDBOT',
      trigger_id: expect.any(String),
    })
    expect(workplace.ephemerals(bo).map(({ text }) => text)).toEqual(['One moment'])
    await answerTo(last().response_url, { replace_original: true, text: 'Done' })
    expect(workplace.ephemerals(bo).map(({ text }) => text)).toEqual(['Done'])
  })

  test('that is answered with nothing or with an error shows nothing, and plain text is shown', async () => {
    const before = workplace.ephemerals(ana).length
    for (const answer of [{}, { body: {} }, { status: 500, body: 'Down' }]) {
      app.answerWith(() => answer)
      await workplace.command(ana, '')
    }
    expect(workplace.ephemerals(ana)).toHaveLength(before)
    app.answerWith(() => ({ body: 'Plain' }))
    await workplace.command(ana, '')
    expect(workplace.ephemerals(ana).at(-1)?.text).toBe('Plain')
    app.answerWith(() => ({ body: { response_type: 'in_channel', text: 'All' } }))
    await workplace.command(ana, '')
    expect((await workplace.messages()).at(-1)?.text).toBe('All')
    app.answerWith(() => ({ body: { blocks: [{ type: 'banner' }] } }))
    await expect(workplace.command(ana, '')).rejects.toThrow('Slack would refuse the answer')
  })
})

describe('a dialog', () => {
  const opened = async (person: Person, view: object = modal) => {
    await workplace.command(person, 'share')
    return api('views.open', { trigger_id: last().trigger_id, view })
  }
  const values = { Address: 'https://example.com/a', network: 'X (Twitter)', kinds: ['like', 'share'] }

  test('opens by a trigger, and its submission has the values by block and action', async () => {
    expect(await opened(ana)).toMatchObject({ ok: true, view: { type: 'modal', callback_id: 'share' } })
    const view = workplace.dialogOf(ana)?.view
    expect(await workplace.submit(ana, values)).toMatchObject({ status: 200 })
    expect(last()).toMatchObject({
      type: 'view_submission',
      user: { id: ana.id },
      team: { id: workplace.teamId },
      view: {
        id: view?.id,
        hash: view?.hash,
        callback_id: 'share',
        private_metadata: '{"post":"p1"}',
        state: {
          values: {
            address: { url: { type: 'url_text_input', value: 'https://example.com/a' } },
            network: {
              choice: { type: 'static_select', selected_option: { value: 'x', text: expect.anything() } },
            },
            kinds: {
              chosen: { type: 'checkboxes', selected_options: [{ value: 'like' }, { value: 'share' }] },
            },
            note: { text: { type: 'plain_text_input', value: null } },
          },
        },
      },
    })
    expect(workplace.dialogOf(ana)).toBeNull()
    await expect(workplace.submit(ana, {})).rejects.toThrow('has no open dialog')
  })

  test('stays open with the errors of the app, and with trouble when the app fails', async () => {
    await opened(ana)
    app.answerWith(() => ({ body: { response_action: 'errors', errors: { address: 'Already there' } } }))
    await workplace.submit(ana, values)
    expect(workplace.dialogOf(ana)).toMatchObject({
      errors: { address: 'Already there' },
      entered: { address: 'https://example.com/a' },
    })
    const trouble = { errors: { '': 'We had some trouble connecting. Try again?' } }
    for (const answer of [
      { status: 500 },
      { body: 'OK' },
      { body: { response_action: 'errors', errors: { nothing: 'x' } } },
      { body: { response_action: 'dance' } },
    ]) {
      app.answerWith(() => answer)
      await workplace.submit(ana, {})
      expect(workplace.dialogOf(ana)).toMatchObject(trouble)
    }
    await expect(workplace.submit(ana, { colour: 'red' })).rejects.toThrow('no field colour')
    await expect(workplace.submit(ana, { network: 'Fax' })).rejects.toThrow('no option Fax')
  })

  test('is replaced, pushed on and cleared as the app answers', async () => {
    await opened(bo)
    const titled = (text: string) => ({ ...modal, title: { type: 'plain_text', text } })
    const titleNow = () => workplace.dialogOf(bo)?.view.title?.text
    app.answerWith(() => ({ body: { response_action: 'update', view: titled('Second') } }))
    await workplace.submit(bo, {})
    expect(titleNow()).toBe('Second')
    app.answerWith(() => ({ body: { response_action: 'push', view: titled('Third') } }))
    await workplace.submit(bo, {})
    expect(titleNow()).toBe('Third')
    app.answerWith(null)
    await workplace.submit(bo, {})
    expect(titleNow()).toBe('Second')
    app.answerWith(() => ({ body: { response_action: 'clear' } }))
    await workplace.submit(bo, {})
    expect(workplace.dialogOf(bo)).toBeNull()
  })

  test('opens once for a trigger, within three seconds, and not for a made-up one', async () => {
    expect(await opened(ana, { ...modal, title: undefined })).toMatchObject({ error: 'invalid_arguments' })
    const trigger_id = last().trigger_id
    expect(await api('views.open', { trigger_id, view: modal })).toMatchObject({ ok: true })
    expect(await api('views.open', { trigger_id, view: modal })).toEqual({
      ok: false,
      error: 'exchanged_trigger_id',
    })
    await workplace.command(ana, 'share')
    clock.advance(3_001)
    const late = await api('views.open', { trigger_id: last().trigger_id, view: modal })
    expect(late).toEqual({ ok: false, error: 'expired_trigger_id' })
    const forged = await api('views.open', { trigger_id: '1.2.3', view: modal })
    expect(forged).toEqual({ ok: false, error: 'invalid_trigger_id' })
  })
})
