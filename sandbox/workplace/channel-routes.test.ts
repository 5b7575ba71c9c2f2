import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './people.ts'
import { newOutsiders, newPeople } from './some-people.ts'
import { type StubApp, startStubApp } from './stub-app.ts'
import { callApi, countingBlocks, modal } from './web-calls.ts'
import { startWorkplace, type Workplace } from './workplace.ts'

let workplace: Workplace
let app: StubApp
let ana: Person
let bo: Person

beforeAll(async () => {
  workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders })
  app = await startStubApp(workplace)
  const [first, second] = workplace.people
  if (!first || !second) throw new Error('The workplace has no people')
  ana = first
  bo = second
  await api('chat.postMessage', { channel: workplace.channelId, text: 'A post', blocks: countingBlocks })
})

afterEach(() => {
  app.answerWith(null)
  app.calls.length = 0
})

afterAll(async () => {
  await Promise.all([app.close(), workplace.close()])
})

const api = (method: string, body: object) => callApi(workplace, method, body)
const get = (address: string) => fetch(new URL(address, workplace.origin), { redirect: 'manual' })
const textOfPage = async (address: string) => (await get(address)).text()
const pageOf = (person: Person, query: object = {}) =>
  `/channel?${new URLSearchParams({ as: person.id, ...query })}`
const send = (address: string, fields: Record<string, string> | URLSearchParams) =>
  fetch(new URL(address, workplace.origin), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
/** Where an answer leads, without the origin. */
const leadsTo = (answer: Response) => [answer.status, answer.headers.get('location')]

/** The form whose button has this label, as the browser would send it. */
function formOf(html: string, label: string): { action: string; fields: Record<string, string> } {
  const forms = html.match(/<form[^>]*>.*?<\/form>/gs) ?? []
  const form = forms.find((each) => new RegExp(`<button[^>]*>${label}</button>`).test(each)) ?? ''
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: /action="([^"]*)"/.exec(form)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, decoded(value)])),
  }
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** Answers calls, and does something else right after, as an app with a queue does. */
function answersAndThen(act: (said: Record<string, unknown>) => Promise<unknown>) {
  app.answerWith(({ said }) => {
    setImmediate(() => void act(said))
    return {}
  })
}

describe('the page of the channel', () => {
  test('lets everybody be chosen, also a guest and somebody of another workplace', async () => {
    const html = await textOfPage('/channel')
    for (const person of [...workplace.people, workplace.extras.guest, ...workplace.outsiders])
      expect(html).toContain(`<option value="${person.id}"`)
    expect(html).toContain('Bo &lt;script&gt;')
    expect(html).toContain('<button type="button" disabled>I liked it</button>')
    expect(html).toContain('Read <strong>this</strong>')
  })

  test('loads nothing from elsewhere and sends forms to itself only', async () => {
    const { headers } = await get('/channel')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('has one tab for each part, and marks the one that is shown', async () => {
    const html = await textOfPage(pageOf(ana, { tab: 'messages' }))
    expect(html.match(/aria-current="page">[^<]*/g)).toEqual(['aria-current="page">Messages'])
    expect(html).toContain('Messages from Ovation')
  })

  test('leads nobody anywhere without a person', async () => {
    expect(leadsTo(await send('/channel/press', { in: 'home' }))).toEqual([303, '/channel'])
    expect(leadsTo(await get('/channel/dialog?as=U0NOBODY'))).toEqual([303, '/channel'])
    expect(app.calls).toEqual([])
  })
})

describe('a button on the page', () => {
  test('sends its press, and the page shows what the app answers to its person only', async () => {
    answersAndThen((said) =>
      fetch(String(said.response_url), {
        method: 'POST',
        body: JSON.stringify({ text: '+15 for *you*', blocks: [] }),
      }),
    )
    const { action, fields } = formOf(await textOfPage(pageOf(ana)), 'I liked it')
    const answer = await send(action, fields)
    expect(leadsTo(answer)).toEqual([303, `/channel?as=${ana.id}&tab=channel&stay=1`])
    expect(app.calls).toMatchObject([
      { isSigned: true, said: { user: { id: ana.id }, actions: [{ action_id: 'like', value: 'p1' }] } },
    ])
    const own = await textOfPage(answer.headers.get('location') ?? '')
    expect(own).toContain('>Only visible to you</h2>')
    expect(own).toContain('+15 for <strong>you</strong>')
    expect(await textOfPage(pageOf(bo))).not.toContain('+15 for')
  })

  test('that is a link opens its address in a new tab and sends its press', async () => {
    const html = await textOfPage(pageOf(ana))
    const link = /<a class="button " href="(\/channel\/open[^"]*)" target="_blank" rel="noopener noreferrer">/
    const address = decoded(link.exec(html)?.[1] ?? '')
    expect(leadsTo(await get(address))).toEqual([303, 'https://example.com/post'])
    await expect.poll(() => app.calls.length).toBe(1)
    expect(app.calls[0]?.said).toMatchObject({ actions: [{ action_id: 'open' }] })
  })

  test('that is gone, that the app refuses or answers too late leads back with a reason', async () => {
    const { action, fields } = formOf(await textOfPage(pageOf(ana)), 'I liked it')
    const noticeAfter = async (changed: Record<string, string> = {}) => {
      const answer = await send(action, { ...fields, ...changed })
      return new URLSearchParams(answer.headers.get('location')?.split('?')[1]).get('notice')
    }
    expect(await noticeAfter({ action: 'other' })).toBe('gone')
    app.answerWith(() => ({ status: 500 }))
    expect(await noticeAfter()).toBe('failed')
    app.answerWith(() => ({ hangs: true }))
    expect(await noticeAfter()).toBe('late')
    workplace.connectApp(null)
    expect(await noticeAfter()).toBe('no-app')
    workplace.connectApp(app.url)
    const html = await textOfPage(pageOf(ana, { notice: 'late' }))
    expect(html).toContain('role="status">Ovation has not answered yet.')
  })

  test('that the app wants to have confirmed asks first', async () => {
    const plain = (text: string) => ({ type: 'plain_text', text })
    const confirm = {
      title: plain('Undo it?'),
      text: plain('The points go.'),
      confirm: plain('Yes'),
      deny: plain('No'),
    }
    const undo = { type: 'button', action_id: 'undo', text: plain('Undo'), style: 'danger', confirm }
    await api('chat.postEphemeral', {
      channel: workplace.channelId,
      user: bo.id,
      text: 'Reported',
      blocks: [{ type: 'actions', elements: [undo] }],
    })
    const { action, fields } = formOf(await textOfPage(pageOf(bo)), 'Undo')
    const asking = await (await send(action, fields)).text()
    expect(asking).toContain('<h1>Undo it?</h1>')
    expect(app.calls).toEqual([])
    answersAndThen((said) =>
      fetch(String(said.response_url), { method: 'POST', body: JSON.stringify({ delete_original: true }) }),
    )
    const yes = formOf(asking, 'Yes')
    expect((await send(yes.action, yes.fields)).status).toBe(303)
    expect(app.calls[0]?.said).toMatchObject({
      container: { is_ephemeral: true },
      actions: [{ action_id: 'undo' }],
    })
    expect(workplace.ephemerals(bo)).toEqual([])
  })
})

describe('the field for messages', () => {
  test('sends a command and shows its answer', async () => {
    app.answerWith(() => ({ body: { text: 'You have 15 points' } }))
    const { action, fields } = formOf(await textOfPage(pageOf(bo)), 'Send')
    const answer = await send(action, { ...fields, text: '/ovation points  now' })
    expect(app.calls[0]?.said).toMatchObject({ command: '/ovation', text: 'points  now', user_id: bo.id })
    expect(await textOfPage(answer.headers.get('location') ?? '')).toContain('You have 15 points')
  })

  test('sends nothing else', async () => {
    const answer = await send('/channel/command', { as: bo.id, text: 'Hello' })
    expect(answer.headers.get('location')).toContain('notice=no-command')
    expect(app.calls).toEqual([])
  })
})

describe('the tabs of the app', () => {
  test('Home tells the app of the visit, and shows what it then publishes', async () => {
    answersAndThen(() => {
      const blocks = [
        { type: 'header', text: { type: 'plain_text', text: 'Your 3 posts' } },
        ...countingBlocks,
      ]
      return api('views.publish', { user_id: ana.id, view: { type: 'home', blocks } })
    })
    const html = await textOfPage(pageOf(ana, { tab: 'home' }))
    expect(html).toContain('<h2>Your 3 posts</h2>')
    expect(app.calls).toMatchObject([{ path: '/slack/events' }])
    await textOfPage(pageOf(ana, { tab: 'home', stay: '1' }))
    expect(app.calls).toHaveLength(1)
    const { action, fields } = formOf(html, 'I liked it')
    const answer = await send(action, fields)
    expect(leadsTo(answer)).toEqual([303, `/channel?as=${ana.id}&tab=home&stay=1`])
    expect(app.calls.at(-1)?.said).toMatchObject({ container: { type: 'view' } })
  })

  test('Messages shows the direct messages, whose buttons work', async () => {
    await api('chat.postMessage', { channel: bo.id, text: 'For Bo', blocks: countingBlocks })
    answersAndThen((said) =>
      fetch(String(said.response_url), {
        method: 'POST',
        body: JSON.stringify({ replace_original: true, text: 'Thanks, Bo' }),
      }),
    )
    const { action, fields } = formOf(await textOfPage(pageOf(bo, { tab: 'messages' })), 'I liked it')
    const answer = await send(action, fields)
    expect(await textOfPage(answer.headers.get('location') ?? '')).toContain('Thanks, Bo')
    expect(await textOfPage(pageOf(ana, { tab: 'messages' }))).toContain('Nothing yet.')
  })
})

describe('a dialog on the page', () => {
  const openDialog = async () => {
    answersAndThen((said) => api('views.open', { trigger_id: said.trigger_id, view: modal }))
    return send('/channel/command', { as: ana.id, text: '/ovation share' })
  }
  const entered = {
    'block-address': 'https://example.com/a',
    'block-network': 'x',
    'block-note': 'A "note"',
  }

  test('is shown after the command that opens it, with labels, hints and choices', async () => {
    const answer = await openDialog()
    expect(leadsTo(answer)).toEqual([303, `/channel/dialog?as=${ana.id}&tab=channel`])
    const html = await textOfPage(answer.headers.get('location') ?? '')
    expect(html).toContain('<h1>Report a share</h1>')
    expect(html).toContain('<label for="field-0">Address</label>')
    expect(html).toMatch(
      /<input type="url" form="dialog" id="field-0" name="block-address" aria-describedby="hint-0" required/,
    )
    expect(html).toContain('<legend>What you did (optional)</legend>')
    expect(html).toContain('<option value="x">X (Twitter)</option>')
    expect(html).toMatch(/<button form="dialog" class="primary">Send<\/button>/)
    expect(html).toContain('>Never mind</button>')
  })

  test('names each field that Slack itself refuses, and keeps what was entered', async () => {
    await openDialog()
    app.calls.length = 0
    const fields = {
      as: ana.id,
      tab: 'channel',
      ...entered,
      'block-network': '',
      'block-note': 'x'.repeat(21),
    }
    const answer = await send('/channel/submit', { ...fields, 'block-address': 'nowhere' })
    expect(app.calls).toEqual([])
    const html = await textOfPage(answer.headers.get('location') ?? '')
    expect(html).toContain('id="error-0">Please enter a valid URL.')
    expect(html).toContain('id="error-1">Please complete this required field.')
    expect(html).toContain('id="error-3">Please enter at most 20 characters.')
    expect(html).toMatch(
      /name="block-address" aria-describedby="hint-0 error-0" aria-invalid="true"[^>]*value="nowhere"/,
    )
  })

  test("is sent, shows the app's errors, and closes when the app accepts it", async () => {
    await openDialog()
    const fields = new URLSearchParams({ as: ana.id, tab: 'channel', ...entered })
    fields.append('block-kinds', 'like')
    fields.append('block-kinds', 'share')
    app.answerWith(() => ({ body: { response_action: 'errors', errors: { address: 'Reported already' } } }))
    const refused = await send('/channel/submit', fields)
    expect(app.calls.at(-1)?.said).toMatchObject({
      type: 'view_submission',
      view: {
        state: {
          values: {
            address: { url: { value: 'https://example.com/a' } },
            network: { choice: { selected_option: { value: 'x' } } },
            kinds: { chosen: { selected_options: [{ value: 'like' }, { value: 'share' }] } },
            note: { text: { value: 'A "note"' } },
          },
        },
      },
    })
    const html = await textOfPage(refused.headers.get('location') ?? '')
    expect(html).toContain('id="error-0">Reported already')
    expect(html).toContain('A &quot;note&quot;</textarea>')
    app.answerWith(null)
    const accepted = await send('/channel/submit', fields)
    expect(leadsTo(accepted)).toEqual([303, `/channel?as=${ana.id}&tab=channel&stay=1`])
    expect(workplace.dialogOf(ana)).toBeNull()
  })

  test('is closed by its second button, without a word to the app', async () => {
    await openDialog()
    app.calls.length = 0
    const answer = await send('/channel/submit', { as: ana.id, tab: 'channel', cancel: '1' })
    expect(leadsTo(answer)).toEqual([303, `/channel?as=${ana.id}&tab=channel&stay=1`])
    expect(workplace.dialogOf(ana)).toBeNull()
    expect(app.calls).toEqual([])
    expect(leadsTo(await get(`/channel/dialog?as=${ana.id}`))).toEqual([
      303,
      `/channel?as=${ana.id}&tab=channel&stay=1`,
    ])
  })
})
