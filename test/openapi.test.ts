import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { summaries } from '#contract/summaries.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { type ApiDescription, DescribedAnswers, type Operation } from '#test/support/described-answer.ts'

let t: TestApp
let description: ApiDescription

beforeAll(async () => {
  t = await startTestApp()
  description = (await t.request('GET', '/api/openapi.json')).json as ApiDescription
})
afterAll(() => t.close())

function operations(): Operation[] {
  return Object.values(description.paths).flatMap((path) => Object.values(path))
}

it('is valid OpenAPI 3.1', { tags: ['api-valid'] }, async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(description)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(description.openapi).toMatch(/^3\.1\./)
})

it('says something for each call, and for no call that is not there', { tags: ['api-valid'] }, () => {
  const called = Object.values(summaries).flatMap((calls) => Object.keys(calls))
  expect(operations()).toHaveLength(called.length)
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

it('says who may call, and how a call refuses', { tags: ['api-valid'] }, () => {
  const { paths } = description
  const ofMember = [{ session: [] }, { bearer: ['read'] }]
  expect(paths['/api/user']?.get?.security).toEqual(ofMember)
  expect(paths['/api/user']?.put?.security).toEqual([{ session: [] }, { bearer: ['report'] }])
  expect(paths['/api/admin/audit']?.get?.security).toEqual([{ session: [] }, { bearer: ['admin'] }])
  expect(paths['/health/live']?.get?.security).toEqual([])
  expect(paths['/api/zapier/trigger']?.post?.security).toContainEqual({ hookSecret: [] })
  expect(Object.keys(paths['/api/user']?.put?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ])
  expect(paths['/health/live']?.get?.responses).not.toHaveProperty('429')
})

it('gives shapes that several calls share one name, and closes every answer', { tags: ['api-valid'] }, () => {
  const { schemas } = description.components
  expect(schemas).toHaveProperty('UserCard')
  expect(schemas).toMatchObject({ CurrentUser: { type: 'object', additionalProperties: false } })
  expect(JSON.stringify(schemas)).not.toMatch(/__schema|\$defs/)
})

it('refuses an answer that differs from it', { tags: ['api-described'] }, () => {
  const described = new DescribedAnswers(description)
  const faultsOf = (status: number, json: unknown, type = 'application/json; charset=utf-8') =>
    described.faultsOf('GET', '/health/live', {
      status,
      json,
      text: JSON.stringify(json),
      headers: { 'content-type': type },
    })
  expect(faultsOf(200, { status: 'ok' })).toEqual([])
  expect(faultsOf(200, { status: 'fine' })).toHaveLength(1)
  expect(faultsOf(200, { status: 'ok', more: 1 })).toHaveLength(1)
  expect(faultsOf(200, { status: 'ok' }, 'text/html')).toHaveLength(1)
  expect(faultsOf(500, { message: 'Wrong.', more: 1 })).toHaveLength(1)
  expect(faultsOf(418, { message: 'Wrong.' })).toHaveLength(1)
})

it('is read without a session, and not sent again while it has not changed', {
  tags: ['api-described'],
}, async () => {
  const first = await t.request('GET', '/api/openapi.json')
  expect(first.headers).toMatchObject({ 'cache-control': 'public, no-cache', etag: expect.any(String) })
  const again = await t.app.inject({
    url: '/api/openapi.json',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
})

it('has a page for people whose files the server has', { tags: ['api-page'] }, async () => {
  const page = await t.request('GET', '/api/docs')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'")
  const files = [...page.text.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toHaveLength(4)
  for (const file of files) {
    const whole = await t.app.inject({ url: file })
    const compressed = await t.app.inject({ url: file, headers: { 'accept-encoding': 'gzip' } })
    expect([whole.statusCode, compressed.statusCode], file).toEqual([200, 200])
    expect(whole.headers['cache-control'], file).toMatch(/^public/)
  }
})
