import type { FastifyInstance, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { type CallText, summaries } from '#contract/summaries.ts'
import { type Permission, scopeFor } from '#domain/permissions.ts'
import type { Budget } from '#server/access/guard.ts'
import { errorResponses, refusals } from './openapi-errors.ts'
import { type Json, Shapes } from './openapi-shapes.ts'

/** A route of the API as the application mounted it. */
interface ApiRoute {
  readonly method: string
  readonly url: string
  readonly permission: Permission
  readonly budget: Budget
  readonly params?: z.ZodType | undefined
  readonly query?: z.ZodType | undefined
  readonly body?: z.ZodType | undefined
  readonly answer?: z.ZodType | undefined
}

/** Screens, their files and sockets are no part of the API, nor is the page that shows its description. */
const apiAddress = /^\/(api|auth|health|go|slack)(\/|$)(?!docs(\/|$))/

/** Notes each route of the API that is mounted from now on. */
export function noteApiRoutes(app: FastifyInstance): readonly ApiRoute[] {
  const routes: ApiRoute[] = []
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD' && apiAddress.test(route.url)) routes.push(apiRoute(method, route))
    }
  })
  return routes
}

function apiRoute(method: string, { url, config, schema = {} }: RouteOptions): ApiRoute {
  const { permission = 'administer', budget = 'ordinary' } = config ?? {}
  const { params, querystring, body, response } = schema as Readonly<Record<string, z.ZodType | undefined>>
  const answer = (response as { 200?: z.ZodType } | undefined)?.[200]
  return { method, url, permission, budget, params, query: querystring, body, answer }
}

/** The description of these routes, as OpenAPI 3.1. */
export function describeApi(routes: readonly ApiRoute[]): Json {
  const shapes = new Shapes()
  const texts = new Map(
    Object.entries(summaries).flatMap(([tag, calls]) =>
      Object.entries(calls).map(([call, text]) => [call, { tag, ...textOf(text) }] as const),
    ),
  )
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const text = texts.get(`${route.method} ${route.url}`)
    if (!text) continue
    const path = route.url.replace(/:(\w+)/g, (_, name: string) => `{${name}}`)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, text, shapes) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Ovation', version: '1', description: introduction },
    tags: Object.keys(summaries).map((name) => ({ name })),
    paths,
    components: { schemas: shapes.named, responses: errorResponses, securitySchemes },
  }
}

const introduction = [
  'Members report their likes, comments and shares of company posts, earn points and climb a team board.',
  'Requests and answers are JSON in UTF-8. Instants are in UTC, and days are days of the workspace.',
  'A refusal has a `message` for people, and `issues` that name the fields.',
].join('\n\n')

const whoMayCall: Readonly<Record<Permission, string>> = {
  'enter anonymously': 'Needs no session.',
  'take part': 'For members.',
  review: 'For moderators and administrators.',
  administer: 'For administrators.',
  'manage own access': 'For members with a session. An access token may not.',
  'administer access': 'For administrators with a session. An access token may not.',
  'deliver by hook': 'For senders with the hook secret, and for administrators.',
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description: 'The cookie of a browser session. Over http, on the own machine alone, its name is `sid`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a session, or a personal access token, which begins with `ovt_`. A personal access token has ' +
      'scopes: `read` for reading, `report` for what a member writes, `admin` for review and administration.',
  },
  hookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'x-webhook-secret',
    description: 'The secret of incoming webhooks, which the Automation tab shows. A bearer works too.',
  },
}

function textOf(text: string | CallText): CallText {
  return typeof text === 'string' ? { summary: text } : text
}

function operation(route: ApiRoute, text: CallText & { readonly tag: string }, shapes: Shapes): Json {
  const parameters = [...pathParameters(route, shapes), ...queryParameters(route, text, shapes)]
  return {
    tags: [text.tag],
    summary: text.summary,
    description: [text.details, whoMayCall[route.permission]].filter(Boolean).join('\n\n'),
    operationId: text.operationId ?? operationId(route),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBody(route, route.body, shapes) }),
    responses: { ...refusals(route, text.also), ...success(route, text, shapes) },
  }
}

/** For example `getUsersIdCard`. */
function operationId({ method, url }: ApiRoute): string {
  const words = url.replace(/^\/api\//, '').match(/\w+/g) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function securityOf({ method, permission }: ApiRoute): Json[] {
  if (permission === 'enter anonymously') return []
  const scope = scopeFor(permission, method === 'GET' ? 'read' : 'write')
  const member = [{ session: [] }, ...(scope ? [{ bearer: [scope] }] : [])]
  return permission === 'deliver by hook' ? [{ hookSecret: [] }, ...member] : member
}

function pathParameters({ url, params }: ApiRoute, shapes: Shapes): Json[] {
  const schemas = params ? shapes.fieldsOf(params) : {}
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas[name]?.schema ?? { type: 'string' },
  }))
}

function queryParameters({ query }: ApiRoute, text: CallText, shapes: Shapes): Json[] {
  const described = Object.entries(text.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }))
  const fields = Object.entries(query ? shapes.fieldsOf(query) : {})
  return [
    ...fields.map(([name, { schema, isRequired }]) => ({ name, in: 'query', required: isRequired, schema })),
    ...described,
  ]
}

function requestBody({ permission }: ApiRoute, body: z.ZodType, shapes: Shapes): Json {
  const content = { schema: shapes.inputOf(body) }
  const isHook = permission === 'deliver by hook'
  return {
    required: true,
    content: {
      'application/json': content,
      ...(isHook && { 'application/x-www-form-urlencoded': content }),
    },
  }
}

const redirect = { description: 'Another address', headers: { location: { schema: { type: 'string' } } } }
const notFoundPage = {
  description: 'There is no such address',
  content: { 'text/html': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } },
}

function success({ url, answer }: ApiRoute, { other }: CallText, shapes: Shapes): Json {
  switch (other) {
    case 'csv':
      return { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } } }
    case 'redirect':
      return { 302: redirect, ...(url.includes(':') && { 404: notFoundPage }) }
    case 'empty':
      return { 200: { description: 'Received' } }
    case 'description':
      return jsonAnswer({ type: 'object' })
    default:
      return answer ? jsonAnswer(shapes.answerOf(answer)) : { 204: { description: 'Done' } }
  }
}

function jsonAnswer(schema: Json): Json {
  return { 200: { description: 'Done', content: { 'application/json': { schema } } } }
}
