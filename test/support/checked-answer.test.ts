import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, type NoContent } from '#contract/endpoint.ts'
import { noContent, serve } from '#contract/served.schema.ts'
import { CheckedAnswer } from '#test/support/checked-answer.ts'

const getThanks = serve(
  endpoint<{ answer: { data: { text: string; reply?: string }[] } }>('GET', '/thanks/:id'),
  { answer: z.object({ data: z.array(z.object({ text: z.string(), reply: z.string().optional() })) }) },
)
const forget = serve(endpoint<{ answer: NoContent }>('DELETE', '/thanks'), { answer: noContent })

const came = (status: number, json: unknown) => ({
  status,
  headers: {},
  text: json === null ? '' : JSON.stringify(json),
  json,
})
const answered = (status: number, json: unknown) => new CheckedAnswer(getThanks, came(status, json))

describe('a checked answer', () => {
  it('has the body of a success, which no refusal has', () => {
    expect(answered(200, { data: [{ text: 'Hello' }] }).answer.data[0]?.text).toBe('Hello')
    expect(() => answered(404, { message: 'Not found' }).answer).toThrow(
      'The answer of GET /thanks/:id is a refusal: 404 {"message":"Not found"}',
    )
  })

  it('has the body of a refusal, which no success has', () => {
    const error = { message: 'No', issues: [{ path: 'a', message: 'No' }], current: { a: 1 }, requestId: 'r' }
    expect(answered(409, error).error).toEqual(error)
    expect(() => answered(200, { data: [] }).error).toThrow(
      'The answer of GET /thanks/:id is no refusal: 200 {"data":[]}',
    )
  })

  it('has no body where the endpoint returns nothing', () => {
    expect(new CheckedAnswer(forget, came(204, null)).status).toBe(204)
    expect(() => new CheckedAnswer(forget, came(200, null))).toThrow('in its status')
    expect(() => new CheckedAnswer(forget, came(204, {}))).toThrow('in its body')
  })

  it('can be compared by its bodies', () => {
    const error = { message: 'Not found' }
    expect(answered(404, error)).toMatchObject({ status: 404, error })
    expect(answered(404, error)).not.toMatchObject({ error: { message: 'Found' } })
  })

  it.each([
    ['a status that is not the agreed one', 201, { data: [] }, 'its status:'],
    ['a redirection', 302, { data: [] }, 'its status:'],
    ['a missing field', 200, { data: [{}] }, 'data.0.text ('],
    ['a field of a wrong type', 200, { data: [{ text: 7 }] }, 'data.0.text ('],
    ['no body', 200, null, 'its body ('],
    ['an unknown field', 200, { data: [], total: 0 }, 'total:'],
    ['an unknown field within a list', 200, { data: [{ text: 'a' }, { text: 'b', by: 'c' }] }, 'data.1.by:'],
    ['an unknown field without a value', 200, { data: [], total: null }, 'total:'],
    ['a refusal without a message', 400, { issues: [] }, 'message ('],
    ['a refusal that is not JSON', 502, null, 'its body ('],
    ['a refusal with an unknown field', 500, { message: 'No', stack: 'at' }, 'stack:'],
  ])('is refused with %s', (_what, status, json, fault) => {
    const message = `The answer of GET /thanks/:id differs from the contract in ${fault}`
    expect(() => answered(status, json)).toThrow(message)
  })
})
