/** Slack's documented limits on the elements of blocks. Each check answers what is wrong, or undefined. */
const maxButtonTextLength = 75
const maxButtonValueLength = 2_000
const maxUrlLength = 3_000
const maxActionIdLength = 255
const maxPlaceholderLength = 150
const maxInputLength = 3_000
const maxSelectOptions = 100
const maxFewOptions = 10
const maxOptionTextLength = 75
const maxOptionValueLength = 150
const maxAltTextLength = 2_000

const buttonStyles = ['primary', 'danger']
const textInputs = ['plain_text_input', 'email_text_input', 'url_text_input', 'number_input']
const fewOptions = ['radio_buttons', 'checkboxes', 'overflow']
const manyOptions = ['static_select', 'multi_static_select']
const otherElements = [
  'channels_select',
  'conversations_select',
  'datepicker',
  'datetimepicker',
  'external_select',
  'file_input',
  'multi_channels_select',
  'multi_conversations_select',
  'multi_external_select',
  'multi_users_select',
  'rich_text_input',
  'timepicker',
  'users_select',
  'workflow_button',
]

/** Checks the element of a section, an actions block or an input. */
export function elementProblem(element: unknown): string | undefined {
  if (!isRecord(element) || typeof element.type !== 'string') return 'missing required field: type'
  const { type, action_id: actionId } = element
  if (type === 'image') return imageProblem(element)
  if (typeof actionId === 'string' && actionId.length > maxActionIdLength) return 'action_id too long'
  if (type === 'button') return buttonProblem(element)
  if (textInputs.includes(type)) return inputProblem(element)
  if (fewOptions.includes(type)) return optionsProblem(element, maxFewOptions)
  if (manyOptions.includes(type)) return optionsProblem(element, maxSelectOptions)
  return otherElements.includes(type) ? undefined : `unsupported type: ${type}`
}

/** The ids of these elements must differ within their block. */
export function actionIdProblem(elements: readonly unknown[]): string | undefined {
  const ids = elements.flatMap((element) =>
    isRecord(element) && typeof element.action_id === 'string' ? element.action_id : [],
  )
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  return repeated === undefined ? undefined : `\`action_id\` "${repeated}" already exists`
}

export function imageProblem({ image_url: url, slack_file: file, alt_text: alt }: Record<string, unknown>) {
  if (typeof url !== 'string' && !isRecord(file)) return 'missing required field: image_url'
  if (typeof url === 'string' && url.length > maxUrlLength) return tooLong(maxUrlLength)
  if (typeof alt !== 'string') return 'missing required field: alt_text'
  return alt.length > maxAltTextLength ? tooLong(maxAltTextLength) : undefined
}

/** Checks a text object. Without `plainOnly` it may also be mrkdwn. */
export function textProblem(
  text: unknown,
  maxLength: number,
  { plainOnly = false } = {},
): string | undefined {
  if (!isRecord(text) || typeof text.text !== 'string' || text.text === '')
    return 'missing required field: text'
  if (text.type !== 'plain_text' && (plainOnly || text.type !== 'mrkdwn')) return 'invalid text type'
  return text.text.length > maxLength ? tooLong(maxLength) : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function buttonProblem({ text, value, url, style, confirm }: Record<string, unknown>): string | undefined {
  const reason = textProblem(text, maxButtonTextLength, { plainOnly: true })
  if (reason !== undefined) return reason
  if (value !== undefined && (typeof value !== 'string' || value === '')) return 'value must be a text'
  if (typeof value === 'string' && value.length > maxButtonValueLength) return tooLong(maxButtonValueLength)
  if (url !== undefined && !isAddress(url)) return 'invalid url'
  if (style !== undefined && !buttonStyles.includes(String(style))) return 'unsupported style'
  if (confirm === undefined) return undefined
  if (!isRecord(confirm)) return 'confirm is not an object'
  return (
    textProblem(confirm.title, 100, { plainOnly: true }) ??
    textProblem(confirm.text, 300) ??
    textProblem(confirm.confirm, 30, { plainOnly: true }) ??
    textProblem(confirm.deny, 30, { plainOnly: true })
  )
}

function inputProblem(element: Record<string, unknown>): string | undefined {
  const { type, placeholder, min_length: min, max_length: max, is_decimal_allowed: isDecimal } = element
  if (placeholder !== undefined) {
    const reason = textProblem(placeholder, maxPlaceholderLength, { plainOnly: true })
    if (reason !== undefined) return reason
  }
  if (type === 'number_input' && typeof isDecimal !== 'boolean')
    return 'missing required field: is_decimal_allowed'
  const isOutside = (length: unknown, least: number) =>
    length !== undefined && !(Number(length) >= least && Number(length) <= maxInputLength)
  return isOutside(min, 0) || isOutside(max, 1) ? `length must be at most ${maxInputLength}` : undefined
}

function optionsProblem(element: Record<string, unknown>, maxCount: number): string | undefined {
  const groups = Array.isArray(element.option_groups) ? element.option_groups : [element]
  const options = groups.flatMap((group: { options?: unknown }) => group.options ?? [])
  if (options.length === 0) return 'missing required field: options'
  if (options.length > maxCount) return `no more than ${maxCount} items allowed`
  return options.map(optionProblem).find((reason) => reason !== undefined)
}

function optionProblem(option: unknown): string | undefined {
  if (!isRecord(option) || typeof option.value !== 'string') return 'missing required field: value'
  if (option.value.length > maxOptionValueLength) return tooLong(maxOptionValueLength)
  return textProblem(option.text, maxOptionTextLength)
}

function isAddress(url: unknown): boolean {
  return typeof url === 'string' && url.length <= maxUrlLength && URL.canParse(url)
}

function tooLong(maxLength: number): string {
  return `must be less than ${maxLength + 1} characters`
}
