import { type Element, inputsIn, type Option, textOf } from './block-kit.ts'
import type { Entered, View } from './views.ts'

/** What a person entered, by the id of the block. Throws for a name that is no field of the dialog. */
export function enteredIn(view: View, values: Entered): Entered {
  const inputs = inputsIn(view.blocks)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const input = inputs.find(
        ({ block, element }) =>
          block.block_id === name || element.action_id === name || textOf(block.label) === name,
      )
      if (!input) throw new Error(`The dialog has no field ${name}`)
      return [input.block.block_id ?? '', value]
    }),
  )
}

/** The values of a dialog as Slack sends them: by block, then by action. */
export function stateOf(view: View, entered: Entered) {
  return Object.fromEntries(
    inputsIn(view.blocks).map(({ block, element }) => {
      const id = block.block_id ?? ''
      return [id, { [element.action_id ?? '']: stateOfElement(element, entered[id] ?? startOf(element)) }]
    }),
  )
}

/** What a field holds before anybody enters something. */
export function startOf(element: Element): string | readonly string[] {
  if (element.initial_options) return element.initial_options.map(optionValue)
  if (element.initial_option) return optionValue(element.initial_option)
  return element.initial_value ?? element.initial_date ?? ''
}

/** Whether a field takes one of its options. */
export function isChoice({ type }: Element): boolean {
  return type === 'static_select' || type === 'radio_buttons'
}

/** Whether a field takes several of its options. */
export function isSeveral({ type }: Element): boolean {
  return type === 'checkboxes' || type === 'multi_static_select'
}

function stateOfElement(element: Element, value: string | readonly string[]) {
  const { type } = element
  const [first = ''] = [value].flat()
  if (isSeveral(element)) return { type, selected_options: optionsFor(element, value) }
  if (isChoice(element)) return { type, selected_option: optionsFor(element, value)[0] ?? null }
  if (type === 'datepicker') return { type, selected_date: first || null }
  return { type, value: first || null }
}

/** Options are named by their value or by their words. */
function optionsFor({ options = [] }: Element, value: string | readonly string[]): Option[] {
  const names = [value].flat().filter(Boolean)
  return names.map((name) => {
    const option = options.find((each) => optionValue(each) === name || textOf(each.text) === name)
    if (!option) throw new Error(`The field has no option ${name}`)
    return option
  })
}

function optionValue({ value = '' }: Option): string {
  return value
}
