import { randomBytes } from 'node:crypto'
import type { AppCalls, Delivery } from './app-calls.ts'
import { type Block, type Placed, textOf, withIds } from './block-kit.ts'
import { blocksVerdict } from './blocks.ts'
import { bot, channelName } from './chat.ts'
import { enteredIn, stateOf } from './dialog-values.ts'
import { parseJson } from './http.ts'
import type { Person, Team } from './people.ts'
import { type Place, type Press, placeOf, type Sight } from './press-places.ts'
import type { Original, ResponseUrls } from './response-urls.ts'
import { directIdOf, isDirect, type Surface } from './surface.ts'
import type { Entered, View } from './views.ts'

/** What people do with the app. Each is sent to it as Slack does. */
export interface Interactions {
  /** Presses a button. Throws if there is none. */
  press(press: Press): Promise<Delivery>
  /** Sends what follows the name of the command, and shows the person the answer. */
  command(person: Person, text: string): Promise<Delivery>
  /** Opens the Home tab. */
  openHome(person: Person): Promise<Delivery>
  /** Submits the open dialog. The names of `values` are ids of blocks or actions, or labels. */
  submit(person: Person, values: Entered): Promise<Delivery>
}

interface Options extends Sight {
  readonly team: Team
  readonly now: () => Date
  readonly calls: AppCalls
  readonly responseUrls: ResponseUrls
}

export const commandName = '/ovation'
/** The token by which Slack's calls were known before they were signed. It still sends it. */
const verificationToken = randomBytes(12).toString('hex')
const troubleText = 'We had some trouble connecting. Try again?'

export function createInteractions(options: Options): Interactions {
  const { calls, surface, responseUrls, channelId, team } = options
  return {
    press: async (press) =>
      calls.deliver('interactivity', pressBody(press, await placeOf(press, options), options)),
    async command({ id, handle }, text) {
      const address = responseUrls.create({ userId: id, channelId, original: null })
      const delivery = await calls.deliver('commands', {
        token: verificationToken,
        team_id: team.id,
        team_domain: team.domain,
        channel_id: channelId,
        channel_name: channelName,
        user_id: id,
        user_name: handle,
        command: commandName,
        text,
        api_app_id: bot.app_id,
        is_enterprise_install: 'false',
        response_url: address,
        trigger_id: surface.triggers.create(id),
      })
      const answer = delivery.failure === null ? commandAnswer(delivery.body) : null
      if (answer) await responseUrls.show(address, answer)
      return delivery
    },
    openHome: (person) => calls.deliverEvent(homeEvent(person, options)),
    submit: (person, values) => submitDialog(person, values, options),
  }
}

function pressBody(press: Press, place: Place, options: Options) {
  const { message, view, channelId, isEphemeral, button } = place
  const { id } = press.person
  const original: Original | null = message && { kind: isEphemeral ? 'ephemeral' : 'shown', ts: message.ts }
  return {
    type: 'block_actions',
    ...commonFields(press.person, options),
    container: message
      ? { type: 'message', message_ts: message.ts, channel_id: channelId, is_ephemeral: isEphemeral }
      : { type: 'view', view_id: view?.id },
    ...(message && {
      channel: { id: channelId, name: isDirect(channelId) ? 'directmessage' : channelName },
      // Slack does not send the text of ephemeral messages.
      ...(!isEphemeral && { message: sourceMessage(message, options) }),
      state: { values: {} },
      response_url: options.responseUrls.create({ userId: id, channelId, original }),
    }),
    ...(view && { view }),
    actions: [actionOf(button, options.now())],
  }
}

function commonFields({ id, handle, teamId }: Person, { team, surface }: Options) {
  return {
    user: { id, username: handle, name: handle, team_id: teamId },
    api_app_id: bot.app_id,
    token: verificationToken,
    trigger_id: surface.triggers.create(id),
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  }
}

function sourceMessage({ ts, text, blocks }: NonNullable<Place['message']>, { team }: Options) {
  const { user_id: user, bot_id, app_id } = bot
  return { type: 'message', user, bot_id, app_id, ts, text, team: team.id, blocks: withIds(blocks) }
}

function actionOf({ block, element }: Placed, now: Date) {
  const { action_id, value, style, text } = element
  return {
    type: 'button',
    action_id,
    block_id: block.block_id,
    text: { type: 'plain_text', text: textOf(text), emoji: true },
    ...(value !== undefined && { value }),
    ...(style !== undefined && { style }),
    action_ts: (now.getTime() / 1_000).toFixed(6),
  }
}

function homeEvent(person: Person, { surface, team, now }: Options) {
  const seconds = now().getTime() / 1_000
  const view = surface.views.homeOf(person.id)
  return {
    token: verificationToken,
    team_id: team.id,
    api_app_id: bot.app_id,
    event: {
      type: 'app_home_opened',
      user: person.id,
      channel: directIdOf(person.id),
      event_ts: seconds.toFixed(6),
      tab: 'home',
      ...(view && { view }),
    },
    type: 'event_callback',
    event_id: `Ev${randomBytes(5).toString('hex').toUpperCase()}`,
    event_time: Math.floor(seconds),
    authorizations: [
      {
        enterprise_id: null,
        team_id: team.id,
        user_id: bot.user_id,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  }
}

/** Null for an answer that shows nothing. Text that is not JSON is shown as it is. */
function commandAnswer(body: string) {
  if (body.trim() === '') return null
  const parsed = parseJson(body)
  const answer = typeof parsed === 'object' && parsed !== null ? parsed : { text: body }
  const {
    text = '',
    blocks = [],
    response_type: type,
  } = answer as {
    text?: string
    blocks?: Block[]
    response_type?: string
  }
  const verdict = blocksVerdict(blocks)
  if (!verdict.ok) throw new Error(`Slack would refuse the answer to the command: ${verdict.reason}`)
  if (text === '' && blocks.length === 0) return null
  return { text, blocks, isForAll: type === 'in_channel' }
}

async function submitDialog(person: Person, values: Entered, options: Options): Promise<Delivery> {
  const { calls, surface } = options
  const { views } = surface
  const dialog = views.dialogOf(person.id)
  if (!dialog) throw new Error(`${person.name} has no open dialog`)
  const entered = enteredIn(dialog.view, values)
  const delivery = await calls.deliver('interactivity', {
    type: 'view_submission',
    ...commonFields(person, options),
    view: { ...dialog.view, state: { values: stateOf(dialog.view, entered) } },
    response_urls: [],
  })
  const showTrouble = () => views.showErrors(person.id, { '': troubleText }, entered)
  if (delivery.failure !== null) showTrouble()
  else if (delivery.body.trim() === '') views.close(person.id, dialog.view.id)
  else if (!follow(parseJson(delivery.body), { userId: person.id, view: dialog.view, entered, surface }))
    showTrouble()
  return delivery
}

interface Submitted {
  readonly userId: string
  readonly view: View
  readonly entered: Entered
  readonly surface: Surface
}

/** Does what the app answered to a submission. False if Slack would not understand it. */
function follow(answer: unknown, { userId, view, entered, surface: { views } }: Submitted): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const {
    response_action: action,
    errors = {},
    view: next,
  } = answer as {
    response_action?: string
    errors?: Readonly<Record<string, string>>
    view?: unknown
  }
  if (action === 'update') return 'view' in views.update(view.id, next, undefined)
  if (action === 'push') return 'view' in views.push(userId, next)
  if (action === 'errors') {
    const ids = Object.keys(errors)
    const isKnown = (id: string) =>
      view.blocks.some((block) => block.block_id === id && block.type === 'input')
    if (ids.length === 0 || !ids.every(isKnown)) return false
    views.showErrors(userId, errors, entered)
    return true
  }
  if (action !== undefined && action !== 'clear') return false
  views.close(userId, action === 'clear' ? null : view.id)
  return true
}
