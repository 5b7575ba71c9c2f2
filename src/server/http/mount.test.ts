import { fastify } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type NoContent } from '#contract/endpoint.ts'
import { noContent, serve } from '#contract/served.schema.ts'
import { mount } from './mount.ts'
import { validatorCompiler } from './validator.ts'

test('an answer contains only the fields of its shape', async () => {
  const app = startServer()
  const member = { id: 'm1', username: 'ana.lima', passwordHash: 'secret' }
  mount(app, getMember, { permission: 'enter anonymously', handle: () => member })
  const answer = await app.inject({ url: getMember.path })
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: 'm1', username: 'ana.lima' }])
})

test('an answer that does not match its shape is not sent', async () => {
  const app = startServer()
  mount(app, getMember, { permission: 'enter anonymously', handle: () => ({ id: 'm1' }) as never })
  const answer = await app.inject({ url: getMember.path })
  expect(answer.statusCode).toBe(500)
})

test('an endpoint without content answers 204 with an empty body', async () => {
  const app = startServer()
  mount(app, leave, { permission: 'enter anonymously', handle: () => undefined })
  const answer = await app.inject({ url: leave.path })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
})

test('every request without a query gets the defaults, whatever a handler did to them before', async () => {
  const app = startServer()
  mount(app, listMembers, {
    permission: 'enter anonymously',
    handle: ({ query }) => {
      const { limit } = query
      Reflect.set(query, 'limit', 1)
      return { limit }
    },
  })
  const limits = []
  for (const url of ['/members', '/members?limit=50', '/members'])
    limits.push((await app.inject({ url })).json().limit)
  expect(limits).toEqual([20, 50, 20])
})

const getMember = serve(endpoint<{ answer: { id: string; username: string } }>('GET', '/member'), {
  answer: z.object({ id: z.string(), username: z.string() }),
})
const listMembers = serve(
  endpoint<{ query: { limit: number }; answer: { limit: number } }>('GET', '/members'),
  {
    query: z.object({ limit: z.coerce.number().default(20) }),
    answer: z.object({ limit: z.number() }),
  },
)
const leave = serve(endpoint<{ answer: NoContent }>('GET', '/leave'), { answer: noContent })

function startServer() {
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = { kind: 'nobody' }
  })
  return app
}
