import { randomBytes } from 'node:crypto'
import { type Block, inputsIn, type TextObject, withIds } from './block-kit.ts'
import { viewBlocksProblem } from './blocks.ts'
import { isRecord, textProblem } from './elements.ts'
import { parseJson } from './http.ts'

/** A Home tab or a dialog, as Slack keeps it. */
export interface View {
  readonly id: string
  readonly team_id: string
  readonly type: 'home' | 'modal'
  readonly blocks: readonly Block[]
  readonly private_metadata: string
  readonly callback_id: string
  readonly external_id: string
  readonly title?: TextObject
  readonly submit?: TextObject
  readonly close?: TextObject
  readonly state: { readonly values: Readonly<Record<string, unknown>> }
  /** Changes with each change of the view. */
  readonly hash: string
  readonly previous_view_id: string | null
  readonly root_view_id: string
  readonly app_id: string
  readonly app_installed_team_id: string
  readonly bot_id: string
}

/** An open dialog. */
export interface Dialog {
  readonly view: View
  /** What is wrong, by the id of the block. */
  readonly errors: Readonly<Record<string, string>>
  /** What the person entered, by the id of the block: kept while something is wrong. */
  readonly entered: Entered
}

/** What a person entered in a dialog: a text, or the values of what they chose. */
export type Entered = Readonly<Record<string, string | readonly string[]>>

export type ViewVerdict = { readonly view: View } | { readonly error: string; readonly reason?: string }

export interface Views {
  homeOf(userId: string): View | null
  /** The dialog that is on top. */
  dialogOf(userId: string): Dialog | null
  publish(userId: string, given: unknown, hash: unknown): ViewVerdict
  open(userId: string, given: unknown): ViewVerdict
  /** Opens a dialog on top of the open one. */
  push(userId: string, given: unknown): ViewVerdict
  /** Says what is wrong with a dialog, without opening it. */
  check(given: unknown): ViewVerdict | null
  /** Replaces the open dialog with this id. */
  update(viewId: unknown, given: unknown, hash: unknown): ViewVerdict
  /** Shows what is wrong in the dialog on top. */
  showErrors(userId: string, errors: Dialog['errors'], entered: Dialog['entered']): void
  /** Closes this dialog, if it is open, or with null all of the person's. */
  close(userId: string, viewId: string | null): void
}

interface Owner {
  readonly teamId: string
  readonly appId: string
  readonly botId: string
  readonly onChange: (userId: string) => void
}

const mostDialogs = 3
const maxViewLength = 250_000
const maxMetadataLength = 3_000
const maxCallbackIdLength = 255
const maxTitleLength = 24

export function createViews(owner: Owner): Views {
  const homes = new Map<string, View>()
  const dialogs = new Map<string, readonly Dialog[]>()
  const stackOf = (userId: string) => dialogs.get(userId) ?? []
  const setStack = (userId: string, stack: readonly Dialog[]) => {
    if (stack.length > 0) dialogs.set(userId, stack)
    else dialogs.delete(userId)
    owner.onChange(userId)
  }
  const opened = (userId: string, given: unknown, under: readonly Dialog[]): ViewVerdict => {
    const verdict = viewVerdict(given, 'modal')
    if ('error' in verdict) return verdict
    const view = made(verdict.fields, owner, { under: under.at(-1)?.view ?? null })
    setStack(userId, [...under, { view, errors: {}, entered: {} }])
    return { view }
  }
  return {
    homeOf: (userId) => homes.get(userId) ?? null,
    dialogOf: (userId) => stackOf(userId).at(-1) ?? null,
    publish(userId, given, hash) {
      const verdict = viewVerdict(given, 'home')
      if ('error' in verdict) return verdict
      const known = homes.get(userId)
      if (known && hash && hash !== known.hash) return { error: 'hash_conflict' }
      const view = made(verdict.fields, owner, { known: known ?? null })
      homes.set(userId, view)
      owner.onChange(userId)
      return { view }
    },
    open: (userId, given) => opened(userId, given, []),
    push(userId, given) {
      const under = stackOf(userId)
      return under.length < mostDialogs ? opened(userId, given, under) : { error: 'push_limit_reached' }
    },
    check(given) {
      const verdict = viewVerdict(given, 'modal')
      return 'error' in verdict ? verdict : null
    },
    update(viewId, given, hash) {
      const [userId, stack] =
        [...dialogs].find(([, each]) => each.some(({ view }) => view.id === viewId)) ?? []
      const known = stack?.find(({ view }) => view.id === viewId)
      if (userId === undefined || !known) return { error: 'not_found' }
      if (hash && hash !== known.view.hash) return { error: 'hash_conflict' }
      const verdict = viewVerdict(given, 'modal')
      if ('error' in verdict) return verdict
      const view = made(verdict.fields, owner, { known: known.view })
      const dialog = { view, errors: {}, entered: {} }
      setStack(
        userId,
        stackOf(userId).map((each) => (each === known ? dialog : each)),
      )
      return { view }
    },
    showErrors(userId, errors, entered) {
      const top = stackOf(userId).at(-1)
      if (top) setStack(userId, [...stackOf(userId).slice(0, -1), { ...top, errors, entered }])
    },
    close(userId, viewId) {
      setStack(
        userId,
        stackOf(userId).filter(({ view }) => viewId !== null && view.id !== viewId),
      )
    },
  }
}

type Fields = Pick<View, 'type' | 'blocks' | 'private_metadata' | 'callback_id' | 'external_id'> &
  Pick<View, 'title' | 'submit' | 'close'>

function made(
  fields: Fields,
  { teamId, appId, botId }: Owner,
  { known = null, under = null }: { known?: View | null; under?: View | null },
): View {
  const id = known?.id ?? `V${randomBytes(5).toString('hex').toUpperCase()}`
  return {
    ...fields,
    id,
    team_id: teamId,
    state: { values: {} },
    hash: `${randomBytes(4).readUInt32BE()}.${randomBytes(4).toString('hex')}`,
    previous_view_id: known?.previous_view_id ?? under?.id ?? null,
    root_view_id: known?.root_view_id ?? under?.root_view_id ?? id,
    app_id: appId,
    app_installed_team_id: teamId,
    bot_id: botId,
  }
}

/** Checks a view as Slack does. The `view` of a request may be JSON text. */
function viewVerdict(
  given: unknown,
  type: View['type'],
): { fields: Fields } | { error: string; reason: string } {
  const view = typeof given === 'string' ? parseJson(given) : given
  if (!isRecord(view)) return invalid('missing required field: view')
  if (view.type !== type) return invalid(`invalid view type: expected ${type} [json-pointer:/view/type]`)
  const problem = viewBlocksProblem(view.blocks) ?? frameProblem(view)
  if (problem !== undefined) return invalid(problem)
  if (JSON.stringify(view).length > maxViewLength) return { error: 'view_too_large', reason: 'too large' }
  const { title, submit, close, private_metadata, callback_id, external_id } = view as Partial<Fields>
  return {
    fields: {
      type,
      blocks: withIds(view.blocks as Block[]),
      private_metadata: private_metadata ?? '',
      callback_id: callback_id ?? '',
      external_id: external_id ?? '',
      ...(type === 'modal' && { title, ...(submit && { submit }), ...(close && { close }) }),
    },
  }
}

function frameProblem({ type, title, submit, close, blocks, ...view }: Record<string, unknown>) {
  const { private_metadata: metadata, callback_id: callbackId } = view
  if (typeof metadata === 'string' && metadata.length > maxMetadataLength) return 'private_metadata too long'
  if (typeof callbackId === 'string' && callbackId.length > maxCallbackIdLength) return 'callback_id too long'
  if (type === 'home') return undefined
  const needsSubmit = inputsIn(blocks as Block[]).length > 0
  if (needsSubmit && submit === undefined) return 'missing required field: submit [json-pointer:/view/submit]'
  const frame = Object.entries({ title, submit, close })
  for (const [name, text] of frame) {
    if (text === undefined && name !== 'title') continue
    const reason = textProblem(text, maxTitleLength, { plainOnly: true })
    if (reason !== undefined) return `${reason} [json-pointer:/view/${name}]`
  }
  return undefined
}

function invalid(reason: string) {
  return { error: 'invalid_arguments', reason }
}
