import { type Block, buttonsIn, type Placed, textOf, withIds } from './block-kit.ts'
import type { ChannelMessage } from './chat.ts'
import type { Person } from './people.ts'
import { directIdOf, type Surface } from './surface.ts'
import type { View } from './views.ts'

/** A button, and who presses it. */
export interface Press {
  readonly person: Person
  /**
   * The id of the channel or of the person's direct messages, `home` for the Home tab, `dialog` for the open dialog, or
   * `ephemeral` for the messages that only this person sees.
   */
  readonly in: string
  /** The message. Without it, the newest one that has such a button. */
  readonly ts?: string
  readonly blockId?: string
  readonly actionId?: string
  /** The words on the button. */
  readonly label?: string
  /** Tells buttons with the same action apart. */
  readonly value?: string
}

/** Where people see buttons. */
export interface Sight {
  readonly channelId: string
  readonly surface: Surface
  messages(): Promise<readonly ChannelMessage[]>
}

/** Where a button stands. */
export interface Place {
  readonly button: Placed
  /** Null in a view. */
  readonly message: { readonly ts: string; readonly text: string; readonly blocks: readonly Block[] } | null
  readonly view: View | null
  readonly channelId: string
  readonly isEphemeral: boolean
}

/** Finds a button. Throws if there is none. */
export async function placeOf(press: Press, sight: Sight): Promise<Place> {
  const { surface, channelId } = sight
  const { id } = press.person
  if (press.in === 'home' || press.in === 'dialog') {
    const view = press.in === 'home' ? surface.views.homeOf(id) : surface.views.dialogOf(id)?.view
    const button = view && buttonIn(view.blocks, press)
    if (!view || !button) throw missing(press, view ? buttonsIn(view.blocks) : [])
    return { button, view, message: null, channelId: directIdOf(id), isEphemeral: false }
  }
  const isEphemeral = press.in === 'ephemeral'
  const messages = await messagesIn(press, sight)
  const known = messages.filter(({ ts }) => press.ts === undefined || ts === press.ts).toReversed()
  for (const message of known) {
    const button = buttonIn(message.blocks, press)
    if (button) return { button, message, view: null, channelId: message.channel ?? channelId, isEphemeral }
  }
  throw missing(
    press,
    known.flatMap(({ blocks }) => buttonsIn(blocks)),
  )
}

type Shown = Pick<ChannelMessage, 'ts' | 'text' | 'blocks'> & { readonly channel?: string }

async function messagesIn(press: Press, { surface, messages, channelId }: Sight): Promise<readonly Shown[]> {
  const { id } = press.person
  if (press.in === 'ephemeral') return surface.ephemerals.of(id)
  if (press.in === directIdOf(id)) return surface.directMessages.of(id)
  if (press.in === channelId) return messages()
  throw new Error(`${press.person.name} sees no channel ${press.in}`)
}

/** The first button of these blocks that is as described. */
function buttonIn(blocks: readonly Block[], wanted: Omit<Press, 'person' | 'in'>): Placed | undefined {
  const { blockId, actionId, label, value } = wanted
  return buttonsIn(withIds(blocks)).find(
    ({ block, element }) =>
      (blockId === undefined || block.block_id === blockId) &&
      (actionId === undefined || element.action_id === actionId) &&
      (label === undefined || textOf(element.text) === label) &&
      (value === undefined || element.value === value),
  )
}

function missing({ in: place, actionId, label, value }: Press, buttons: readonly Placed[]): Error {
  const wanted = JSON.stringify({ actionId, label, value })
  const there = buttons.map(({ element }) => `${textOf(element.text)} (${element.action_id})`).join(', ')
  return new Error(`No button ${wanted} in ${place}; there are: ${there || 'none'}`)
}
