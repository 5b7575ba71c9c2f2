import { type Block, textOf } from './block-kit.ts'
import { type BlockPlace, blocksHtml, hidden, pagePaths } from './channel-blocks.ts'
import { channelFrame } from './channel-frame.ts'
import type { ChannelMessage } from './chat.ts'
import { formatted, type NameOf, plainText, shown } from './mrkdwn.ts'
import type { Person } from './people.ts'
import { escapeHtml, type Page } from './picker.ts'
import type { PrivateMessage } from './private-messages.ts'
import { directIdOf } from './surface.ts'
import type { View } from './views.ts'

const tabs = ['channel', 'home', 'messages'] as const
export type Tab = (typeof tabs)[number]

/** Those who can use the app here, by where they belong. */
export interface Group {
  readonly name: string
  readonly people: readonly Person[]
}

/** What a page says about the last action. */
export const notices = {
  late: 'Ovation has not answered yet. Reload the page to see its answer.',
  failed: 'Ovation did not accept this, or did not answer in time.',
  gone: 'This button is no longer there.',
  'no-command': 'Only commands are sent from here. Begin with /ovation.',
  'no-app': 'No app is connected to this workplace.',
} as const
export type Notice = keyof typeof notices

export interface ChannelView {
  readonly groups: readonly Group[]
  /** Who looks; null before somebody is chosen. */
  readonly person: Person | null
  readonly tab: Tab
  readonly notice: Notice | null
  readonly channelId: string
  readonly messages: readonly ChannelMessage[]
  readonly ephemerals: readonly PrivateMessage[]
  readonly directMessages: readonly PrivateMessage[]
  readonly home: View | null
  readonly dialog: View | null
  readonly nameOf: NameOf
}

const mostEphemerals = 10
const tabNames: Record<Tab, string> = { channel: '#company-social', home: 'Home', messages: 'Messages' }

/** The pages that stand in for Slack's own views of the channel and of the app. */
export function channelPage(view: ChannelView): Page {
  const { person, tab, notice } = view
  const contents = { channel: channelHtml, home: homeHtml, messages: messagesHtml }[tab](view)
  const noticeHtml = notice ? `<p class="notice" role="status">${notices[notice]}</p>` : ''
  const body = `
    <h1>${tab === 'channel' ? tabNames.channel : `Ovation: ${tabNames[tab]}`}</h1>
    ${chooserHtml(view)}
    <nav aria-label="Parts of Slack"><ul>${tabs.map((each) => tabHtml(each, view)).join('')}<li><a href="${pagePaths.mail}">Mail</a></li></ul></nav>
    ${noticeHtml}
    ${dialogLink(view)}
    ${contents}`
  const title = person ? `${tabNames[tab]} as ${person.name}` : tabNames[tab]
  return channelFrame(title, body)
}

function chooserHtml({ groups, person, tab }: ChannelView): string {
  const option = ({ id, name }: Person) =>
    `<option value="${escapeHtml(id)}"${id === person?.id ? ' selected' : ''}>${escapeHtml(name)}</option>`
  const lists = groups
    .filter(({ people }) => people.length > 0)
    .map(
      ({ name, people }) => `<optgroup label="${escapeHtml(name)}">${people.map(option).join('')}</optgroup>`,
    )
  return `<form class="row" method="get" action="${pagePaths.main}">
      <label for="as">You are</label>
      <select id="as" name="as">${person ? '' : '<option value="">Nobody yet</option>'}${lists.join('')}</select>
      ${hidden({ tab })}<button>Choose</button>
    </form>`
}

function tabHtml(tab: Tab, view: ChannelView): string {
  const query = new URLSearchParams({ ...(view.person && { as: view.person.id }), tab })
  const current = tab === view.tab ? ' aria-current="page"' : ''
  return `<li><a href="${pagePaths.main}?${escapeHtml(String(query))}"${current}>${tabNames[tab]}</a></li>`
}

/** For a dialog that the app opens after the page has come. */
function dialogLink({ person, dialog, tab }: ChannelView): string {
  if (!person || !dialog) return ''
  const query = escapeHtml(String(new URLSearchParams({ as: person.id, tab })))
  const address = `${pagePaths.dialog}?${query}`
  return `<p class="notice"><a href="${address}">Go to the dialog: ${shown(textOf(dialog.title))}</a></p>`
}

function channelHtml(view: ChannelView): string {
  const { person, channelId, messages } = view
  const place = placeIn(view, channelId)
  const list = messages.toReversed().map((message) => articleHtml(message, { ...place, ts: message.ts }))
  return `${person ? composerHtml(person) : '<p>Choose who you are to press buttons and to send commands.</p>'}
    ${ephemeralsHtml(view, channelId)}
    <h2>Messages of the channel</h2>
    <p>The newest is first. Reload the page for new ones.</p>
    ${list.join('') || '<p>Nothing yet.</p>'}`
}

function composerHtml({ id }: Person): string {
  return `<form class="row" method="post" action="${pagePaths.command}">
      <label for="text">Message</label>
      <input id="text" name="text" autocomplete="off" placeholder="/ovation help" required>
      ${hidden({ as: id })}<button>Send</button>
    </form>`
}

function homeHtml(view: ChannelView): string {
  const { person, home } = view
  if (!person) return '<p>Choose who you are to open the Home tab.</p>'
  if (!home) return '<p>Ovation has published no Home tab for you yet. Reload the page.</p>'
  return `<article aria-label="Home tab">${blocksHtml(home.blocks, placeIn(view, 'home'))}</article>`
}

function messagesHtml(view: ChannelView): string {
  const { person, directMessages } = view
  if (!person) return '<p>Choose who you are to see your messages.</p>'
  const channel = directIdOf(person.id)
  const place = placeIn(view, channel)
  const list = directMessages
    .toReversed()
    .map((message) => articleHtml(message, { ...place, ts: message.ts }))
  return `${ephemeralsHtml(view, channel)}
    <h2>Messages from Ovation</h2>
    ${list.join('') || '<p>Nothing yet.</p>'}`
}

function ephemeralsHtml(view: ChannelView, channel: string): string {
  const place = placeIn(view, 'ephemeral')
  const list = view.ephemerals
    .filter((message) => message.channel === channel)
    .slice(-mostEphemerals)
    .toReversed()
    .map((message) => articleHtml(message, { ...place, ts: message.ts }))
  return list.length === 0
    ? ''
    : `<section class="private" aria-labelledby="private"><h2 id="private">Only visible to you</h2>${list.join('')}</section>`
}

function placeIn({ person, tab, nameOf }: ChannelView, where: string): BlockPlace {
  return { as: person?.id ?? null, in: where, ts: '', tab, nameOf }
}

type Shown = { readonly text: string; readonly blocks: readonly Block[]; readonly edited?: unknown }

function articleHtml({ text, blocks, edited }: Shown, place: BlockPlace): string {
  const contents = blocks.length > 0 ? blocksHtml(blocks, place) : `<p>${formatted(text, place.nameOf)}</p>`
  const editedHtml = edited ? '<p class="title">(edited)</p>' : ''
  return `<article aria-label="${plainText(text, place.nameOf)}">${contents}${editedHtml}</article>`
}
