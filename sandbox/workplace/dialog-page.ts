import { type Element, inputsIn, type Placed, textOf } from './block-kit.ts'
import { blocksHtml, hidden, pagePaths } from './channel-blocks.ts'
import { channelFrame } from './channel-frame.ts'
import { isChoice, isSeveral, startOf } from './dialog-values.ts'
import { type NameOf, shown } from './mrkdwn.ts'
import type { Person } from './people.ts'
import { escapeHtml, type Page } from './picker.ts'
import type { Dialog, Entered } from './views.ts'

interface DialogView {
  readonly dialog: Dialog
  readonly person: Person
  /** Where the dialog was opened. */
  readonly tab: string
  readonly nameOf: NameOf
}

const inputTypes: Readonly<Record<string, string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
  datepicker: 'date',
}

/** A dialog as a page of its own. */
export function dialogPage({ dialog, person, tab, nameOf }: DialogView): Page {
  const { view, errors } = dialog
  const title = textOf(view.title)
  const place = { as: person.id, in: 'dialog', ts: '', tab, nameOf }
  const parts = view.blocks.map((block, index) =>
    block.type === 'input' && block.element
      ? fieldHtml({ block, element: block.element }, dialog, index)
      : blocksHtml([block], place),
  )
  const trouble = errors[''] ? `<p class="notice" role="alert">${shown(errors[''])}</p>` : ''
  const submit = view.submit
    ? `<button form="dialog" class="primary">${shown(view.submit.text)}</button>`
    : ''
  const closeName = shown(view.close?.text ?? 'Cancel')
  // The buttons inside are forms of their own, so the fields name the form that they belong to.
  const body = `
    <h1>${shown(title)}</h1>
    ${trouble}
    <form id="dialog" method="post" action="${pagePaths.submit}" novalidate>${hidden({ as: person.id, tab })}</form>
    ${parts.join('')}
    <div class="actions">${submit}<button form="dialog" name="cancel" value="1" formnovalidate>${closeName}</button></div>`
  return channelFrame(title, body)
}

/** What a person entered, by the id of the block, from the fields of the form. */
export function enteredFrom(dialog: Dialog, form: URLSearchParams): Entered {
  return Object.fromEntries(
    inputsIn(dialog.view.blocks).map(({ block, element }) => {
      const id = block.block_id ?? ''
      const values = form.getAll(fieldName(id))
      return [id, isSeveral(element) ? values : (values[0] ?? '')]
    }),
  )
}

/** What Slack itself refuses before it sends a dialog, by the id of the block. */
export function problemsOf(dialog: Dialog, entered: Entered): Record<string, string> {
  return Object.fromEntries(
    inputsIn(dialog.view.blocks).flatMap((input) => {
      const id = input.block.block_id ?? ''
      const problem = problemOf(input, entered[id] ?? '')
      return problem === null ? [] : [[id, problem]]
    }),
  )
}

function problemOf({ block, element }: Placed, value: string | readonly string[]): string | null {
  if (value.length === 0) return block.optional ? null : 'Please complete this required field.'
  if (typeof value !== 'string') return null
  const { type, min_length: least = 0, max_length: most = Number.POSITIVE_INFINITY } = element
  if (value.length < least) return `Please enter at least ${least} characters.`
  if (value.length > most) return `Please enter at most ${most} characters.`
  if (type === 'url_text_input' && !URL.canParse(value)) return 'Please enter a valid URL.'
  if (type === 'email_text_input' && !/^\S+@\S+$/.test(value)) return 'Please enter a valid email address.'
  return type === 'number_input' && Number.isNaN(Number(value)) ? 'Please enter a number.' : null
}

function fieldHtml({ block, element }: Placed, dialog: Dialog, index: number): string {
  const id = block.block_id ?? ''
  const error = dialog.errors[id]
  const label = `${shown(textOf(block.label))}${block.optional ? ' (optional)' : ''}`
  const hint = block.hint ? `<p class="title" id="hint-${index}">${shown(block.hint.text)}</p>` : ''
  const errorHtml = error ? `<p class="error" id="error-${index}">${shown(error)}</p>` : ''
  const notes = [hint && `hint-${index}`, errorHtml && `error-${index}`].filter(Boolean)
  const described = notes.length > 0 ? ` aria-describedby="${notes.join(' ')}"` : ''
  const value = dialog.entered[id] ?? startOf(element)
  if (element.type === 'radio_buttons' || element.type === 'checkboxes') {
    const choices = choicesHtml(id, element, value)
    return `<fieldset${described}><legend>${label}</legend>${choices}${hint}${errorHtml}</fieldset>`
  }
  const state = `${described}${error ? ' aria-invalid="true"' : ''}${block.optional ? '' : ' required'}`
  const attributes = `form="dialog" id="field-${index}" name="${escapeHtml(fieldName(id))}"${state}`
  const control = controlHtml(element, value, attributes)
  return `<div class="field"><label for="field-${index}">${label}</label>${control}${hint}${errorHtml}</div>`
}

function choicesHtml(id: string, { type, options = [] }: Element, value: Entered[string]): string {
  const kind = type === 'radio_buttons' ? 'radio' : 'checkbox'
  const name = escapeHtml(fieldName(id))
  return options
    .map((option) => {
      const checked = [value].flat().includes(option.value ?? '') ? ' checked' : ''
      const attributes = `form="dialog" name="${name}" value="${escapeHtml(option.value ?? '')}"${checked}`
      return `<label class="choice"><input type="${kind}" ${attributes}> ${shown(option.text.text)}</label>`
    })
    .join('')
}

function controlHtml(element: Element, value: Entered[string], attributes: string): string {
  const { type = '', multiline, placeholder, min_length: min, max_length: max, options = [] } = element
  const [first = ''] = [value].flat()
  if (isChoice(element) || isSeveral(element)) {
    const list = options.map((option) => {
      const selected = [value].flat().includes(option.value ?? '') ? ' selected' : ''
      return `<option value="${escapeHtml(option.value ?? '')}"${selected}>${shown(option.text.text)}</option>`
    })
    const empty = isChoice(element) ? `<option value="">${shown(placeholder?.text ?? 'Choose')}</option>` : ''
    return `<select ${attributes}${isSeveral(element) ? ' multiple' : ''}>${empty}${list.join('')}</select>`
  }
  const limits =
    `${min ? ` minlength="${min}"` : ''}${max ? ` maxlength="${max}"` : ''}` +
    `${placeholder ? ` placeholder="${shown(placeholder.text)}"` : ''}`
  if (type === 'plain_text_input' && multiline)
    return `<textarea rows="4" ${attributes}${limits}>\n${escapeHtml(first)}</textarea>`
  return `<input type="${inputTypes[type] ?? 'text'}" ${attributes}${limits} value="${escapeHtml(first)}">`
}

function fieldName(id: string): string {
  return `block-${id}`
}

export interface Confirming {
  readonly element: Element
  /** The press that is confirmed. */
  readonly fields: Readonly<Record<string, string>>
  readonly backTo: string
}

/** Asks before a press, where the app wants that. */
export function confirmPage({ element, fields, backTo }: Confirming): Page {
  const { title, text, confirm, deny } = element.confirm ?? {}
  const look = element.style === 'danger' ? 'danger' : 'primary'
  const body = `
    <h1>${shown(textOf(title))}</h1>
    <p>${shown(textOf(text))}</p>
    <div class="actions">
      <form method="post" action="${pagePaths.press}">${hidden({ ...fields, confirmed: '1' })}
        <button class="${look}">${shown(textOf(confirm))}</button></form>
      <a class="button" href="${escapeHtml(backTo)}">${shown(textOf(deny))}</a>
    </div>`
  return channelFrame(textOf(title), body)
}
