import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useRef, useState } from 'react'
import { hasNewRelease } from '#web/api/client.ts'
import type { Toast } from '#web/ui/toast-queue.ts'
import { toast } from '#web/ui/toasts.ts'
import { type RefusalWords, useAttempt } from './attempt.ts'
import { type BodySchema, check } from './check.ts'
import { type FormConflict, useFormConflict } from './form-conflict.ts'
import { type Problems, refuseFields, sortedProblems } from './form-refusal.ts'

interface SavedFormOptions<Values, Seen, Body, Answer> {
  /** Loads the schema of what is sent. It is asked for when the form is first entered. */
  readonly schema: () => Promise<BodySchema<Body>>
  /** What the form is opened with. */
  readonly opened: Seen
  /** How that stands in the form's fields, which have the same names. */
  readonly fieldsOf: (seen: Seen) => Values
  /** What the fields describe, for the schema to check. By default the values as they are. */
  readonly inputOf?: (values: Values, seen: Seen) => unknown
  /** `seen` is how the fields were last seen, for an endpoint that refuses to overwrite what somebody else changed. */
  readonly save: (body: Body, seen: Seen) => Promise<Answer>
  readonly words: RefusalWords
  /** Answers what to tell. `reopen` begins anew, with what has been saved or with nothing; what was typed meanwhile stays. */
  readonly onSaved: (answer: Answer, reopen: (opened: Seen) => void) => Toast
}

export interface SavedForm<Values, Seen> {
  readonly form: UseFormReturnType<Values>
  /** For the `form` element. */
  readonly handlers: {
    readonly noValidate: true
    readonly onSubmit: (event: FormEvent) => void
    readonly onFocus: () => void
  }
  readonly isPending: boolean
  /** Stands beside the button until the next attempt; null where the fields say it. */
  readonly failure: string | null
  readonly conflict: FormConflict<Values, Seen>
}

/**
 * A form whose fields become the body of one call. The contract's schema checks them, and what it or the server refuses
 * is shown at the field. Whatever goes wrong, the fields keep what was typed.
 */
export function useSavedForm<Values extends object, Seen extends object, Body, Answer>(
  options: SavedFormOptions<Values, Seen, Body, Answer>,
): SavedForm<Values, Seen> {
  const { opened, fieldsOf, inputOf, save, words, onSaved } = options
  const form = useForm<Values>({ initialValues: fieldsOf(opened) })
  const conflict = useFormConflict(form, { opened, fieldsOf })
  const { failure, isPending, attempt } = useAttempt(words)
  const schema = useSchema(options.schema, words.title)
  // What is wrong with something that is no field of this form.
  const [stray, setStray] = useState<string | null>(null)

  function refuse(problems: Problems): void {
    const { strays } = sortedProblems(form.values, problems)
    setStray(
      Object.entries(strays)
        .map(([name, message]) => `${name}: ${message}`)
        .join(' ') || null,
    )
    refuseFields(form, problems)
  }

  async function submit(): Promise<void> {
    setStray(null)
    const loaded = await schema.load()
    if (!loaded) return
    const values = form.getValues()
    const result = check(loaded, inputOf ? inputOf(values, conflict.seen) : values)
    if ('problems' in result) return refuse(result.problems)
    const outcome = await attempt(async () => {
      const answer = await save(result.body, conflict.seen)
      toast(onSaved(answer, (reopened) => conflict.reopen(reopened, values)))
    })
    if (typeof outcome === 'object' && !conflict.learn(outcome.current)) refuse(outcome.problems)
  }

  return {
    form,
    handlers: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        void submit()
      },
      onFocus: schema.preload,
    },
    isPending: isPending || schema.isLoading,
    failure: schema.failure ?? stray ?? failure,
    conflict,
  }
}

const notLoaded =
  'The check of this form could not be loaded, so nothing was sent. What you typed is still here.'

/** The schema of a form, loaded once. `failure` says why it could not be, until the next try. */
function useSchema<Body>(load: () => Promise<BodySchema<Body>>, title: string) {
  const loaded = useRef<BodySchema<Body> | null>(null)
  const loading = useRef<Promise<BodySchema<Body>> | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function start(): Promise<BodySchema<Body>> {
    loading.current ??= load()
    try {
      loaded.current = await loading.current
      return loaded.current
    } catch (error) {
      loading.current = null
      throw error
    }
  }

  return {
    isLoading,
    failure,
    /** A failure is left to the moment it is needed. */
    preload: () => void start().catch(() => undefined),
    /** Null when it cannot be loaded, or is being loaded for an earlier press. */
    async load(): Promise<BodySchema<Body> | null> {
      setFailure(null)
      if (loaded.current) return loaded.current
      if (isLoading) return null
      setLoading(true)
      try {
        return await start()
      } catch {
        const isNew = await hasNewRelease()
        const description = `${notLoaded} ${isNew ? 'Reload the page for the new version of Ovation.' : tryAgain}`
        setFailure(description)
        toast({ kind: 'destructive', title, description })
        return null
      } finally {
        setLoading(false)
      }
    },
  }
}

const tryAgain = 'Check your connection and try again.'
