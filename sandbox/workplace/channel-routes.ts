import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery } from './app-calls.ts'
import type { Changes } from './changes.ts'
import { pagePaths } from './channel-blocks.ts'
import { channelPage, type Group, type Notice, notices, type Tab } from './channel-page.ts'
import type { Chat } from './chat.ts'
import { confirmPage, dialogPage, enteredFrom, problemsOf } from './dialog-page.ts'
import type { Answer, ReadRequest } from './http.ts'
import { commandName, type Interactions } from './interactions.ts'
import type { Person } from './people.ts'
import type { Page } from './picker.ts'
import { type Press, placeOf } from './press-places.ts'
import type { Surface } from './surface.ts'

interface Options {
  readonly chat: Chat
  readonly surface: Surface
  readonly interactions: Interactions
  readonly isConnected: () => boolean
  readonly changes: Changes
  readonly guest: Person
  readonly outsiders: readonly Person[]
}

/** How long a page waits for what the app shows. */
const mostWaitMs = 2_000

/** Serves the pages on which people see the channel and use the app. */
export function createChannelRoutes(options: Options): (request: ReadRequest) => Promise<Answer> {
  const { chat, guest, outsiders } = options
  const groups = [
    { name: chat.team.name, people: chat.people },
    { name: 'Guests', people: [guest] },
    { name: 'Another workplace', people: outsiders },
  ]
  const everybody = new Map(groups.flatMap(({ people }) => people).map((person) => [person.id, person]))
  return async ({ method, path, url, body }) => {
    const isPost = method === 'POST'
    const fields = new URLSearchParams(isPost ? body.toString('utf8') : url.slice(path.length))
    const person = everybody.get(fields.get('as') ?? '') ?? null
    const visit = { ...options, fields, person, tab: tabOf(fields), groups, everybody }
    if (!isPost && path === pagePaths.main) return mainPage(visit)
    if (!person) return redirect(pagePaths.main)
    const chosen = { ...visit, person }
    if (!isPost && path === pagePaths.dialog) return dialog(chosen)
    if (!isPost && path === pagePaths.open) return openLink(chosen)
    if (isPost && path === pagePaths.press) return press(chosen)
    if (isPost && path === pagePaths.command) return command(chosen)
    if (isPost && path === pagePaths.submit) return submit(chosen)
    return redirect(pagePaths.main)
  }
}

interface Visit extends Options {
  readonly fields: URLSearchParams
  readonly person: Person | null
  readonly tab: Tab
  readonly groups: readonly Group[]
  readonly everybody: ReadonlyMap<string, Person>
}

type PersonsVisit = Visit & { readonly person: Person }

async function mainPage(visit: Visit): Promise<Answer> {
  const { chat, surface, fields, person, tab, groups, everybody } = visit
  const given = fields.get('notice')
  let notice = given !== null && isNotice(given) ? given : null
  // Slack tells the app of each visit. Coming back from a button on the tab is none.
  if (person && tab === 'home' && !fields.has('stay'))
    notice = await act({ ...visit, person }, () => visit.interactions.openHome(person))
  return pageAnswer(
    channelPage({
      groups,
      person,
      tab,
      notice,
      channelId: chat.channelId,
      messages: tab === 'channel' ? await chat.messages() : [],
      ephemerals: person ? surface.ephemerals.of(person.id) : [],
      directMessages: person ? surface.directMessages.of(person.id) : [],
      home: person && surface.views.homeOf(person.id),
      dialog: person && (surface.views.dialogOf(person.id)?.view ?? null),
      nameOf: nameIn(everybody),
    }),
  )
}

async function dialog(visit: PersonsVisit): Promise<Answer> {
  const { surface, person, tab, everybody } = visit
  const open = surface.views.dialogOf(person.id)
  if (!open) return backTo(visit, null)
  return pageAnswer(dialogPage({ dialog: open, person, tab, nameOf: nameIn(everybody) }))
}

async function press(visit: PersonsVisit): Promise<Answer> {
  const { interactions, fields } = visit
  const wanted = pressOf(visit)
  const button = await buttonOf(visit, wanted)
  if (!button) return backTo(visit, 'gone')
  if (button.confirm && !fields.has('confirmed')) {
    const backAddress = mainAddress(visit, null)
    return pageAnswer(
      confirmPage({ element: button, fields: Object.fromEntries(fields), backTo: backAddress }),
    )
  }
  return actThenShow(visit, () => interactions.press(wanted))
}

/** A button with an address opens it, whatever becomes of the press. */
async function openLink(visit: PersonsVisit): Promise<Answer> {
  const wanted = pressOf(visit)
  const { url = '' } = (await buttonOf(visit, wanted)) ?? {}
  if (!/^https?:/.test(url)) return backTo(visit, 'gone')
  visit.interactions.press(wanted).catch(() => undefined)
  return redirect(url)
}

async function command(visit: PersonsVisit): Promise<Answer> {
  const { interactions, person, fields } = visit
  const words = (fields.get('text') ?? '').trim()
  const [name = ''] = words.split(/\s/)
  if (name !== commandName) return backTo(visit, 'no-command')
  return actThenShow(visit, () => interactions.command(person, words.slice(name.length).trim()))
}

async function submit(visit: PersonsVisit): Promise<Answer> {
  const { surface, interactions, person, fields } = visit
  const { views } = surface
  const open = views.dialogOf(person.id)
  if (!open) return backTo(visit, 'gone')
  if (fields.has('cancel')) {
    views.close(person.id, open.view.id)
    return views.dialogOf(person.id) ? toDialog(visit) : backTo(visit, null)
  }
  const entered = enteredFrom(open, fields)
  const problems = problemsOf(open, entered)
  if (Object.keys(problems).length > 0) {
    views.showErrors(person.id, problems, entered)
    return toDialog(visit)
  }
  return actThenShow(visit, () => interactions.submit(person, entered))
}

function pressOf({ fields, person }: PersonsVisit): Press {
  const field = (name: string) => fields.get(name) || undefined
  return {
    person,
    in: fields.get('in') ?? '',
    ts: field('ts'),
    blockId: field('block'),
    actionId: field('action'),
    value: field('value'),
  }
}

async function buttonOf({ chat, surface }: Visit, wanted: Press) {
  const sight = { surface, channelId: chat.channelId, messages: chat.messages }
  return placeOf(wanted, sight).then(
    ({ button }) => button.element,
    () => null,
  )
}

/** Does something, and leads to the dialog that the app opened, or back to where the person was. */
async function actThenShow(visit: PersonsVisit, send: () => Promise<Delivery>): Promise<Answer> {
  const { views } = visit.surface
  const before = views.dialogOf(visit.person.id)
  const notice = await act(visit, send)
  const after = views.dialogOf(visit.person.id)
  return after && after !== before ? toDialog(visit) : backTo(visit, notice)
}

/** Sends something to the app, and waits until it has answered and shown something, or for two seconds. */
async function act(
  { changes, person, isConnected }: PersonsVisit,
  send: () => Promise<Delivery>,
): Promise<Notice | null> {
  if (!isConnected()) return 'no-app'
  const count = changes.countFor(person.id)
  const begunMs = performance.now()
  const sending = send().then(
    ({ failure }) => failure === null,
    () => false,
  )
  const isAccepted = await Promise.race([sending, sleep(mostWaitMs, null, { ref: false })])
  if (isAccepted === null) return 'late'
  if (!isAccepted) return 'failed'
  await changes.waitFor(person.id, count, Math.max(0, begunMs + mostWaitMs - performance.now()))
  return null
}

function backTo(visit: PersonsVisit, notice: Notice | null): Answer {
  return redirect(mainAddress(visit, notice))
}

function mainAddress({ person, tab }: PersonsVisit, notice: Notice | null): string {
  const query = { as: person.id, tab, stay: '1', ...(notice && { notice }) }
  return `${pagePaths.main}?${new URLSearchParams(query)}`
}

function toDialog({ person, tab }: PersonsVisit): Answer {
  return redirect(`${pagePaths.dialog}?${new URLSearchParams({ as: person.id, tab })}`)
}

function tabOf(fields: URLSearchParams): Tab {
  const tab = fields.get('tab')
  return tab === 'home' || tab === 'messages' ? tab : 'channel'
}

function isNotice(name: string): name is Notice {
  return Object.hasOwn(notices, name)
}

function nameIn(everybody: ReadonlyMap<string, Person>) {
  return (userId: string) => everybody.get(userId)?.name
}

function redirect(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

function pageAnswer({ html, policy }: Page): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: html,
  }
}
