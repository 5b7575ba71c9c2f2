import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { signedOutUser, useCurrentUser } from '#web/api/session.ts'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

/** Whether this member was filling in this form when their session ended. */
export function hasDraft(form: string, userId: string | undefined): boolean {
  return userId !== undefined && readDraft(form)?.userId === userId
}

/**
 * Keeps a form's content when the session ends. Returns the initial values, and a function to call with the current
 * values on every render. `form` is a unique name.
 */
export function useDraft<Values extends object>(
  form: string,
  empty: Values,
): readonly [Values, (now: Values) => void] {
  const client = useQueryClient()
  const { user } = useCurrentUser()
  const [initial] = useState((): Values => {
    const draft = readDraft(form)
    return draft !== null && draft.userId === user?.id ? { ...empty, ...draft.values } : empty
  })
  const latest = useRef(initial)
  useEffect(
    () => () => {
      const writer = signedOutUser(client)
      if (writer) keepInTab(nameOf(form), { userId: writer.id, values: latest.current })
      else dropFromTab(nameOf(form))
    },
    [client, form],
  )
  const note = (now: Values) => {
    latest.current = now
  }
  return [initial, note]
}

function readDraft(form: string): { readonly userId: string; readonly values: object } | null {
  const { userId, values } = Object(readFromTab(nameOf(form))) as { userId?: unknown; values?: unknown }
  if (typeof userId !== 'string') return null
  const written = Object.entries(Object(values) as object).filter((entry) => typeof entry[1] === 'string')
  return { userId, values: Object.fromEntries(written) }
}

function nameOf(form: string): string {
  return `draft-${form}`
}
