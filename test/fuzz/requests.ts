import type { Chance } from './chance.ts'
import { hostileTexts, type Values } from './values.ts'

type Json = Readonly<Record<string, unknown>>

export const callers = ['nobody', 'member', 'moderator', 'admin', 'hook secret'] as const
export type Caller = (typeof callers)[number]

/** One request, as it goes over the wire but for who sends it. */
export interface FuzzRequest {
  /** The route that it was made for, as `GET /api/users/{id}`. */
  readonly route: string
  readonly caller: Caller
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** What the body says, unless it is raw. */
  readonly fields?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: Json
}

export interface FuzzedRoute {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The shape of the body; null where there is none. */
  readonly body: Json | null
}

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const contentTypes = [
  'application/json; charset=utf-16',
  'application/json;charset=utf-8',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json+x',
  ';',
]
const oddHeaders: readonly (readonly [string, string])[] = [
  ['origin', 'https://evil.example'],
  ['sec-fetch-site', 'cross-site'],
  ['content-encoding', 'gzip'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '127.0.0.1, ::1, x'],
  ['authorization', 'Bearer ovt_none'],
  ['authorization', `Bearer ${'a'.repeat(4_000)}`],
  ['authorization', 'Basic Og=='],
  ['cookie', `sid=${'%00'.repeat(300)}; sid=; =; ;`],
  ['if-none-match', '*'],
  ['range', 'bytes=0-1,5-'],
  ['accept-encoding', 'gzip;q=0, identity;q=0'],
  ['x-webhook-secret', 'whsec_'],
  ['x-webhook-signature', 'sha256=00'],
  ['webhook-signature', 'v1,AAAA v1,'],
  ['webhook-timestamp', '99999999999999'],
  ['webhook-id', '\u00ff'],
  ['x-request-id', 'a'.repeat(2_000)],
  ['expect', '200-ok'],
]
const pathTexts = [
  '%',
  '%00',
  '%ED%A0%80',
  '..%2f..%2f',
  '%2e%2e',
  'a'.repeat(300),
  '%F0%9F%90%8E',
  "'",
  '*',
  '',
]

/** Makes one request for a route. */
export function makeRequest(route: FuzzedRoute, chance: Chance, values: Values): FuzzRequest {
  const hostility = chance.pick([0, 0, 0.03, 0.2])
  const { body, fields, type } = makeBody(route, { chance, values, hostility })
  const headers = Object.fromEntries([
    ...(type === null ? [] : [['content-type', type] as const]),
    ...(chance.is(0.15) ? [chance.pick(oddHeaders)] : []),
  ])
  return {
    route: `${route.method} ${route.path}`,
    caller: chance.pick(callers),
    method: chance.is(0.04) ? chance.pick(otherMethods) : route.method,
    target: `${makePath(route, chance, values)}${makeQuery(route, { chance, values, hostility })}`,
    headers,
    body,
    ...(fields !== undefined && { fields }),
  }
}

function makePath({ path, parameters }: FuzzedRoute, chance: Chance, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (chance.is(0.12)) return chance.pick(pathTexts)
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {}
    return encoded(values.of(schema, 0.02))
  })
}

interface Making {
  readonly chance: Chance
  readonly values: Values
  readonly hostility: number
}

function makeQuery({ parameters }: FuzzedRoute, { chance, values, hostility }: Making): string {
  const known = parameters.filter((each) => each.in === 'query')
  const parts = known
    .filter(({ required }) => chance.is(required ? 0.95 : 0.35))
    .map(({ name, schema }) => `${name}=${encoded(values.of(schema, hostility))}`)
  if (parts.length > 0 && chance.is(0.05)) parts.push(chance.pick(parts))
  if (chance.is(0.06)) {
    parts.push(chance.pick(['__proto__=1', 'a[b]=c', '&&&', 'limit', '=', '%', `x=${'y'.repeat(9_000)}`]))
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed().slice(0, 6_000))
}

interface Body {
  readonly body: Buffer | null
  readonly fields?: unknown
  readonly type: string | null
}

function makeBody(route: FuzzedRoute, making: Making): Body {
  const { chance, values, hostility } = making
  if (route.body === null && chance.is(0.93)) return { body: null, type: null }
  const fields = values.of(route.body ?? {}, hostility)
  const type = chance.is(0.05) ? chance.pick(contentTypes) : 'application/json'
  if (chance.is(0.85)) return { body: jsonOf(fields), fields, type }
  return { body: rawBody(jsonOf(fields), chance), type }
}

function jsonOf(fields: unknown): Buffer {
  return Buffer.from(JSON.stringify(fields) ?? 'null')
}

function rawBody(json: Buffer, chance: Chance): Buffer {
  const text = json.toString()
  const open = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const makers: readonly (() => Buffer | string)[] = [
    () => json.subarray(0, chance.below(json.length)),
    () => Buffer.concat([json, Buffer.from([0xff, 0xfe, 0x80])]),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => text.replace('{', '{"__proto__":{"role":"admin"},'),
    () => text.replace('{', '{"constructor":{"prototype":{"a":1}},'),
    () => text.replace(/^\{(.+)\}$/s, '{$1,$1}'),
    () => text.replace(/\d+/, '1e400'),
    () => text.replace(/\d+/, '9'.repeat(4_000)),
    () => text.replace(/"[^"]*"(?=[,}])/, `"${chance.pick(['\\ud800', '\\u0000', '\\x', '\t', '\\uD83D'])}"`),
    () => open(chance.pick([50, 5_000, 100_000])),
    () => `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    () => `${text}${chance.pick([',', ']', 'null', ' '.repeat(60_000)])}`,
    () => Buffer.alloc(chance.pick([1, 255_000, 262_145]), 'x'),
    () => Array.from({ length: 3_000 }, (_, nth) => `a[${nth}]=${nth}`).join('&'),
    () => `x=${chance.pick(hostileTexts)}&a[__proto__][b]=1&a[b][c][d][e]=2`,
    () => '',
  ]
  return Buffer.from(chance.pick(makers)() as string)
}

/** Smaller forms of a request, the smallest steps last. */
export function smallerForms(request: FuzzRequest): FuzzRequest[] {
  const { headers, target, body, fields } = request
  const [path = '', query] = target.split('?')
  const parts = query?.split('&') ?? []
  return [
    ...Object.keys(headers)
      .filter((name) => name !== 'content-type')
      .map((name) => ({ ...request, headers: omit(headers, name) })),
    ...parts.map((_, nth) => {
      const left = parts.filter((_, other) => other !== nth)
      return { ...request, target: left.length > 0 ? `${path}?${left.join('&')}` : path }
    }),
    ...(fields === undefined
      ? halves(body).map((half) => ({ ...request, body: half }))
      : smallerValues(fields).map((less) => ({ ...request, fields: less, body: jsonOf(less) }))),
  ]
}

function omit(fields: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))
}

function halves(body: Buffer | null): Buffer[] {
  if (body === null || body.length < 2) return []
  const middle = Math.floor(body.length / 2)
  return [body.subarray(0, middle), body.subarray(middle)]
}

function smallerValues(value: unknown): unknown[] {
  if (typeof value === 'string') return value.length > 1 ? [value.slice(0, Math.floor(value.length / 2))] : []
  if (Array.isArray(value)) {
    if (value.length > 20) return [value.slice(0, value.length / 2)]
    return value.flatMap((item, nth) => [
      value.toSpliced(nth, 1),
      ...smallerValues(item).map((less) => value.with(nth, less)),
    ])
  }
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  return entries.flatMap(([name, item], nth) => [
    Object.fromEntries(entries.toSpliced(nth, 1)),
    ...smallerValues(item).map((less) => Object.fromEntries(entries.with(nth, [name, less]))),
  ])
}

/** The request as a line for a shell. Who calls is left to a variable, because a session is a secret. */
export function curlLine({ caller, method, target, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const asBash = (bytes: Buffer) =>
    `$'${[...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
  const isPlain = body?.every((byte) => byte >= 32 && byte < 127) ?? true
  const data = body && (isPlain ? quoted(body.toString()) : asBash(body))
  const auth =
    caller === 'nobody'
      ? []
      : caller === 'hook secret'
        ? ['-H "x-webhook-secret: $SECRET"']
        : ['-b "$COOKIE"']
  return [
    `curl -i -g --path-as-is -X ${method} "$ORIGIN"${quoted(target)}`,
    ...auth,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data
      ? [`--data-binary ${data.length > 4_000 ? `${data.slice(0, 4_000)}… (${body.length} bytes)` : data}`]
      : []),
    `# as ${caller}`,
  ].join(' ')
}
