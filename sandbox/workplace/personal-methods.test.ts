import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './people.ts'
import { newOutsiders, newPeople } from './some-people.ts'
import { callApi, countingBlocks, modal } from './web-calls.ts'
import { startWorkplace, type Workplace } from './workplace.ts'

let workplace: Workplace
let ana: Person
let chidi: Person

beforeAll(async () => {
  workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders })
  const [first, , third] = workplace.people
  if (!first || !third) throw new Error('The workplace has no people')
  ana = first
  chidi = third
})

afterAll(() => workplace.close())

const api = (method: string, body: object) => callApi(workplace, method, body)
const refused = (error: string) => ({ ok: false, error })
const directOf = async ({ id }: Person) =>
  ((await api('conversations.open', { users: id })).channel as { id: string }).id

describe('chat.update', () => {
  test('changes a message in the channel, which then says that it was edited', async () => {
    const { ts } = await api('chat.postMessage', { channel: workplace.channelId, text: 'Before' })
    const update = { channel: workplace.channelId, ts, text: 'After', blocks: countingBlocks }
    expect(await api('chat.update', update)).toMatchObject({ ok: true, ts, text: 'After' })
    const shown = (await workplace.messages()).find((message) => message.ts === ts)
    expect(shown).toMatchObject({ text: 'After', blocks: countingBlocks, edited: { ts: expect.any(String) } })
  })

  test('refuses a message that is not there, and blocks that Slack would refuse', async () => {
    const { channelId: channel } = workplace
    expect(await api('chat.update', { channel, ts: '1.000001', text: 'x' })).toEqual(
      refused('message_not_found'),
    )
    const { ts } = await api('chat.postMessage', { channel, text: 'Kept' })
    const blocks = [{ type: 'banner' }]
    expect(await api('chat.update', { channel, ts, text: 'x', blocks })).toMatchObject(
      refused('invalid_blocks'),
    )
    expect((await workplace.messages()).at(-1)?.text).toBe('Kept')
  })
})

describe('direct messages', () => {
  test('have one address for a person, and another for each', async () => {
    expect(await api('conversations.open', { users: chidi.id })).toEqual({
      ok: true,
      channel: { id: expect.stringMatching(/^D[A-Z0-9]+$/) },
    })
    const again = await api('conversations.open', { users: [chidi.id] })
    expect(again).toMatchObject({ already_open: true, channel: { id: await directOf(chidi) } })
    expect(await directOf(ana)).not.toBe(await directOf(chidi))
  })

  test('are kept for their person, oldest first, and can be changed and deleted', async () => {
    const channel = await directOf(ana)
    const first = await api('chat.postMessage', { channel, text: 'One', blocks: countingBlocks })
    const second = await api('chat.postMessage', { channel: ana.id, text: 'Two' })
    expect(first).toMatchObject({ ok: true, channel, ts: expect.stringMatching(/^\d+\.\d{6}$/) })
    expect(second).toMatchObject({ ok: true, channel, message: { text: 'Two', bot_id: 'B0SANDBOT' } })
    expect(workplace.directMessages(ana)).toEqual([
      { ts: first.ts, text: 'One', blocks: countingBlocks, channel },
      { ts: second.ts, text: 'Two', blocks: [], channel },
    ])
    expect(workplace.directMessages(chidi)).toEqual([])
    await api('chat.update', { channel, ts: first.ts, text: 'Changed' })
    await api('chat.delete', { channel, ts: second.ts })
    expect(workplace.directMessages(ana)).toMatchObject([{ ts: first.ts, text: 'Changed' }])
    expect((await workplace.messages()).map(({ text }) => text)).not.toContain('One')
  })

  test.each([
    ['nobody', () => '', 'users_list_not_supplied'],
    ['somebody unknown', () => 'U0NOBODY', 'user_not_found'],
    ['somebody of another workspace', () => workplace.outsiders[0]?.id, 'user_not_found'],
    ['somebody who left', () => workplace.extras.left.id, 'user_disabled'],
    ['Slackbot', () => 'USLACKBOT', 'cannot_dm_bot'],
    ['two people, for which the app has no scope', () => `${ana.id},${chidi.id}`, 'missing_scope'],
  ])('with %s are refused', async (_who, users, error) => {
    expect(await api('conversations.open', { users: users() })).toMatchObject(refused(error))
  })

  test('that nobody opened, or that say nothing, are refused', async () => {
    expect(await api('chat.postMessage', { channel: 'D0NOBODY', text: 'x' })).toEqual(
      refused('channel_not_found'),
    )
    const channel = await directOf(ana)
    expect(await api('chat.postMessage', { channel })).toEqual(refused('no_text'))
    expect(await api('chat.update', { channel, ts: '1.1', text: 'x' })).toEqual(refused('message_not_found'))
  })

  test('with somebody who was deactivated are refused until they are back', async () => {
    workplace.setRemoved(chidi, true)
    expect(await api('conversations.open', { users: chidi.id })).toEqual(refused('user_disabled'))
    expect(await api('users.info', { user: chidi.id })).toMatchObject({ user: { deleted: true } })
    workplace.setRemoved(chidi, false)
    expect(await api('conversations.open', { users: chidi.id })).toMatchObject({ ok: true })
  })
})

describe('messages that one person sees', () => {
  test('are shown to that person, in the channel', async () => {
    const { channelId: channel } = workplace
    const sent = await api('chat.postEphemeral', { channel, user: ana.id, text: 'Only you' })
    expect(sent).toEqual({ ok: true, message_ts: expect.any(String) })
    expect(workplace.ephemerals(ana)).toMatchObject([{ ts: sent.message_ts, text: 'Only you', channel }])
    expect(workplace.ephemerals(chidi)).toEqual([])
    const stranger = await api('chat.postEphemeral', { channel, user: 'U0NOBODY', text: 'x' })
    expect(stranger).toEqual(refused('user_not_in_channel'))
  })
})

describe('views', () => {
  const home = (text: string) => ({
    type: 'home',
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
  })

  test('a Home tab is published for each person, and keeps its id when it changes', async () => {
    const first = (await api('views.publish', { user_id: ana.id, view: home('One') })).view as { id: string }
    const published = await api('views.publish', { user_id: ana.id, view: JSON.stringify(home('Two')) })
    expect(published).toMatchObject({ ok: true, view: { id: first.id, type: 'home', app_id: 'A0SANDBOT' } })
    expect(workplace.homeOf(ana)).toMatchObject({ blocks: [{ text: { text: 'Two' }, block_id: 'block0' }] })
    expect(workplace.homeOf(chidi)).toBeNull()
  })

  test('a Home tab from before another change is refused, as is one for nobody', async () => {
    const known = await api('views.publish', { user_id: ana.id, view: home('One') })
    const { hash } = known.view as { hash: string }
    await api('views.publish', { user_id: ana.id, view: home('Two'), hash })
    const late = { user_id: ana.id, view: home('Three'), hash }
    expect(await api('views.publish', late)).toEqual(refused('hash_conflict'))
    expect(await api('views.publish', { user_id: 'U0NOBODY', view: home('x') })).toEqual(
      refused('user_not_found'),
    )
  })

  test.each([
    ['no view', undefined],
    ['a dialog as a Home tab', modal],
    ['an unknown block', { type: 'home', blocks: [{ type: 'banner' }] }],
    [
      'more than 100 blocks',
      { type: 'home', blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) },
    ],
    ['a long note of its own', { ...home('x'), private_metadata: 'x'.repeat(3_001) }],
  ])('%s is refused with a reason', async (_name, view) => {
    expect(await api('views.publish', { user_id: ana.id, view })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: [expect.stringMatching(/^\[ERROR\] /)] },
    })
  })

  test('100 blocks are accepted', async () => {
    const view = { type: 'home', blocks: Array.from({ length: 100 }, () => ({ type: 'divider' })) }
    expect(await api('views.publish', { user_id: ana.id, view })).toMatchObject({ ok: true })
  })
})

describe('elements', () => {
  const plain = (text: string) => ({ type: 'plain_text', text })
  const button = (more: object) => ({ type: 'button', action_id: 'a', text: plain('Press'), ...more })
  const actions = (...elements: object[]) => [{ type: 'actions', elements }]

  test.each([
    ['a button with more than 75 characters', actions(button({ text: plain('x'.repeat(76)) }))],
    ['a button with formatted text', actions(button({ text: { type: 'mrkdwn', text: 'x' } }))],
    ['a button with a long value', actions(button({ value: 'x'.repeat(2_001) }))],
    ['a button with a colour of its own', actions(button({ style: 'green' }))],
    ['a button to no address', actions(button({ url: 'post' }))],
    ['two buttons with the same action', actions(button({}), button({}))],
    ['two blocks with the same id', [1, 2].map(() => ({ type: 'divider', block_id: 'same' }))],
    ['an unknown element', actions({ type: 'lever' })],
    ['a field without options', actions({ type: 'static_select', action_id: 'b' })],
    [
      'an option with a long text',
      actions({
        type: 'static_select',
        action_id: 'b',
        options: [{ text: plain('x'.repeat(76)), value: '1' }],
      }),
    ],
    ['a picture without words', [{ type: 'image', image_url: 'https://example.com/a.png' }]],
    ['a header with formatted text', [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }]],
    ['26 buttons', actions(...Array.from({ length: 26 }, (_, index) => button({ action_id: `${index}` })))],
  ])('%s is refused', async (_name, blocks) => {
    const sent = await api('chat.postMessage', { channel: workplace.channelId, text: 'x', blocks })
    expect(sent).toMatchObject(refused('invalid_blocks'))
  })

  test('at their limits are accepted', async () => {
    const full = button({ text: plain('x'.repeat(75)), value: 'x'.repeat(2_000), style: 'danger' })
    const blocks = [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'x' },
        accessory: button({ url: 'https://a.example' }),
      },
      ...actions(full, button({ action_id: 'b' })),
      modal.blocks[1],
    ]
    expect(await api('chat.postMessage', { channel: workplace.channelId, text: 'x', blocks })).toMatchObject({
      ok: true,
    })
  })
})

describe('scopes', () => {
  test('that the token lacks are named, with those that it has', async () => {
    const poor = await startWorkplace({ people: newPeople, botScopes: ['channels:read', 'commands'] })
    const needs = {
      'chat.postMessage': 'chat:write',
      'chat.postEphemeral': 'chat:write',
      'chat.update': 'chat:write',
      'conversations.open': 'im:write',
      'users.info': 'users:read',
      'users.list': 'users:read',
      'usergroups.list': 'usergroups:read',
    }
    for (const [method, needed] of Object.entries(needs)) {
      const body = { channel: poor.channelId, users: poor.people[0]?.id, user: poor.people[0]?.id, text: 'x' }
      expect(await callApi(poor, method, body)).toEqual({
        ok: false,
        error: 'missing_scope',
        needed,
        provided: 'channels:read,commands',
      })
    }
    await poor.close()
  })

  test('decide whether users.info and users.list show addresses, also of those who are no colleagues', async () => {
    const { guest, left, slackbot } = workplace.extras
    for (const { id, teamId, email } of [ana, guest, left]) {
      const { user } = await api('users.info', { user: id })
      expect(user).toMatchObject({ id, team_id: teamId, profile: { email }, tz: expect.any(String) })
    }
    expect(await api('users.info', { user: slackbot.id })).toMatchObject({ user: { name: 'slackbot' } })
    expect(await api('users.info', { user: 'U000000001' })).toEqual(refused('user_not_found'))
    const strict = await startWorkplace({ people: newPeople, botScopes: ['users:read'] })
    for (const { id } of [strict.people[0], strict.extras.guest].flatMap((person) => person ?? [])) {
      const { user } = await callApi(strict, 'users.info', { user: id })
      expect(user).toMatchObject({ id })
      expect(user).not.toHaveProperty('profile.email')
    }
    const { members } = await callApi(strict, 'users.list', { limit: 200 })
    expect((members as { profile: object }[]).filter(({ profile }) => 'email' in profile)).toEqual([])
    await strict.close()
  })
})
