import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type NoContent } from './endpoint.ts'
import type { liveMessage } from './live.schema.ts'
import type { LiveMessage } from './live.ts'
import { noContent, type Same, serve } from './served.schema.ts'

interface Thanks {
  readonly text: string
  readonly reply?: string
  readonly tags: readonly { readonly word: string; readonly colour?: string }[]
}

const thank = endpoint<{ body: { text: string }; answer: Thanks }>('POST', '/thanks')
const body = z.object({ text: z.string() })
const tag = z.object({ word: z.string(), colour: z.string().optional() })
const answer = z.object({ text: z.string(), reply: z.string().optional(), tags: z.array(tag) })

test('a served endpoint has the method and path of the call, and its schemas', () => {
  expect(serve(thank, { body, answer })).toEqual({ method: 'POST', path: '/thanks', body, answer })
})

test('the compiler refuses schemas that differ from the types', () => {
  // @ts-expect-error The schema lacks an optional property of the type.
  serve(thank, { body, answer: answer.omit({ reply: true }) })
  // @ts-expect-error The schema lacks an optional property within a list.
  serve(thank, { body, answer: answer.extend({ tags: z.array(tag.omit({ colour: true })) }) })
  // @ts-expect-error The schema has a property that the type lacks.
  serve(thank, { body, answer: answer.extend({ secret: z.string() }) })
  // @ts-expect-error The schema has an optional property that the type lacks.
  serve(thank, { body, answer: answer.extend({ secret: z.string().optional() }) })
  // @ts-expect-error The schema requires what the type leaves open.
  serve(thank, { body, answer: answer.extend({ reply: z.string() }) })
  // @ts-expect-error The schema leaves open what the type requires.
  serve(thank, { body, answer: answer.partial({ text: true }) })
  // @ts-expect-error The schema has another type.
  serve(thank, { body: z.object({ text: z.number() }), answer })
})

test('the compiler refuses a part too few or too many', () => {
  // @ts-expect-error The types name a body.
  serve(thank, { answer })
  // @ts-expect-error The types name no query.
  serve(thank, { body, answer, query: body })
  const forget = endpoint<{ answer: NoContent }>('DELETE', '/thanks')
  serve(forget, { answer: noContent })
  // @ts-expect-error The types say that nothing is returned.
  serve(forget, { answer })
})

test('the compiler refuses a body schema that rejects what a caller may send', () => {
  const schema = z.object({ text: z.string().default('Thanks') })
  serve(endpoint<{ body: { text: string }; sent: { text?: string }; answer: Thanks }>('POST', '/'), {
    body: schema,
    answer,
  })
  const careless = endpoint<{ body: { text: string }; sent: { text: null }; answer: Thanks }>('POST', '/')
  // @ts-expect-error A caller may send null.
  serve(careless, { body: schema, answer })
})

test('the schema of live messages, which no endpoint has, agrees with its type', () => {
  const isSame: Same<z.output<typeof liveMessage>, LiveMessage> = true
  expect(isSame).toBe(true)
})
