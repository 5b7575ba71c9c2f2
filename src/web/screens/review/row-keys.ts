/** What a key does in a queue. */
export type RowAct = 'next' | 'previous' | 'accept' | 'refuse' | 'select'

interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
}

const acts: Readonly<Record<string, RowAct>> = {
  j: 'next',
  k: 'previous',
  v: 'accept',
  r: 'refuse',
  x: 'select',
}

/** What a press does; null for nothing. A held key moves on, but answers only once. */
export function rowActOf({ key, ctrlKey, metaKey, altKey, repeat }: Press): RowAct | null {
  if (ctrlKey || metaKey || altKey) return null
  const act = acts[key.toLowerCase()] ?? null
  return repeat && act !== 'next' && act !== 'previous' ? null : act
}

/** The position to go to from `current`, which is -1 outside of the rows; null if there is none. */
export function placeAfter(act: 'next' | 'previous', current: number, count: number): number | null {
  if (count === 0) return null
  if (current === -1) return act === 'next' ? 0 : count - 1
  return Math.min(Math.max(current + (act === 'next' ? 1 : -1), 0), count - 1)
}

/** A control that takes letters, so that they must not answer a row. */
export const takesLetters = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=dialog]',
  '[role=menu]',
].join(', ')
