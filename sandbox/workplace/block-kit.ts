/** Slack's Block Kit, as far as the workplace reads it. Fields that are not named here are kept as they are. */
export interface TextObject {
  readonly type: string
  readonly text: string
}

export interface Option {
  readonly text: TextObject
  readonly value?: string
}

export interface Element {
  readonly type?: string
  readonly action_id?: string
  /** An object for buttons, plain text for the elements of a context block. */
  readonly text?: string | TextObject
  readonly value?: string
  readonly url?: string
  readonly style?: string
  readonly confirm?: {
    readonly title: TextObject
    readonly text: TextObject
    readonly confirm: TextObject
    readonly deny: TextObject
  }
  readonly placeholder?: TextObject
  readonly initial_value?: string
  readonly initial_option?: Option
  readonly initial_options?: readonly Option[]
  readonly initial_date?: string
  readonly options?: readonly Option[]
  readonly multiline?: boolean
  readonly min_length?: number
  readonly max_length?: number
  readonly alt_text?: string
}

export interface Block {
  readonly type: string
  readonly block_id?: string
  readonly text?: TextObject
  readonly fields?: readonly TextObject[]
  readonly elements?: readonly Element[]
  readonly accessory?: Element
  readonly label?: TextObject
  readonly element?: Element
  readonly hint?: TextObject
  readonly optional?: boolean
  readonly alt_text?: string
  readonly title?: TextObject
}

/** A button with the block that holds it. */
export interface Placed {
  readonly block: Block
  readonly element: Element
}

/** Gives an id to every block and element that has none, as Slack does. The same blocks get the same ids each time. */
export function withIds(blocks: readonly Block[]): Block[] {
  return blocks.map((block, index) => {
    const id = block.block_id || `block${index}`
    const named = (element: Element, place: number): Element =>
      isInteractive(element) ? { ...element, action_id: element.action_id || `action${place}` } : element
    return {
      ...block,
      block_id: id,
      ...(block.elements && { elements: block.elements.map(named) }),
      ...(block.accessory && { accessory: named(block.accessory, 0) }),
      ...(block.element && { element: named(block.element, 0) }),
    }
  })
}

/** The buttons of these blocks, in the order in which they are shown. */
export function buttonsIn(blocks: readonly Block[]): Placed[] {
  return blocks.flatMap((block) =>
    [block.accessory, ...(block.type === 'actions' ? (block.elements ?? []) : [])].flatMap((element) =>
      element?.type === 'button' ? { block, element } : [],
    ),
  )
}

/** The fields of a dialog. */
export function inputsIn(blocks: readonly Block[]): Placed[] {
  return blocks.flatMap((block) =>
    block.type === 'input' && block.element ? { block, element: block.element } : [],
  )
}

export function textOf(text: string | TextObject | undefined): string {
  return typeof text === 'string' ? text : (text?.text ?? '')
}

function isInteractive({ type }: Element): boolean {
  return type !== undefined && !['image', 'mrkdwn', 'plain_text'].includes(type)
}
