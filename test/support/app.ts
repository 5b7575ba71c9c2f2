import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type ParamsOf, pathTo } from '#contract/endpoint.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import type { UserId } from '#domain/ids.ts'
import { displayNameOf } from '#domain/names.ts'
import type { Role } from '#domain/vocabulary.ts'
import type { StandingClock } from '#sandbox/standing-clock.ts'
import { defaultLimits, type Limits } from '#server/access/limits.ts'
import type { SessionKind } from '#server/access/sessions.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { createLog, type Log } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { type AnswerTo, CheckedAnswer, type RawAnswer } from '#test/support/checked-answer.ts'
import { freshDatabase } from '#test/support/database.ts'
import { testClock } from '#test/support/moment.ts'
import { insertTestSession } from '#test/support/session.ts'

export interface TestMember {
  readonly id: UserId
  readonly username: string
  readonly displayName: string
  /** Goes into a `cookie` header. */
  readonly cookie: string
  /** Sent as bearer instead of the cookie. */
  readonly token?: string
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly clock: StandingClock
  /** Inserts a member with a session, without a sign-in, which has its own tests. */
  member(name: string, role?: Role): Promise<TestMember>
  /** Calls an endpoint of the contract, and checks that the answer agrees with the contract. */
  call<E extends ServedEndpoint>(endpoint: E, input?: TestInput<E>): Promise<AnswerTo<E>>
  /**
   * For what is no endpoint of the contract, and for hostile addresses and methods: one request as this member, or
   * without a session. A body is sent as JSON.
   */
  request(
    method: InjectOptions['method'],
    url: string,
    as?: TestMember | null,
    body?: unknown,
  ): Promise<RawAnswer>
  close(): Promise<void>
}

/** What a call sends. Query and body may be wrong on purpose. */
export interface TestInput<E extends ServedEndpoint> {
  /** Whose session it has; nobody's when omitted. */
  readonly as?: TestMember | null
  readonly params?: Readonly<Record<keyof ParamsOf<E> & string, string>>
  /** The fields of the query, or its text, with or without the question mark. */
  readonly query?: string | Readonly<Record<string, unknown>>
  /** Sent as JSON. */
  readonly body?: unknown
}

interface TestAppOptions {
  readonly config?: Partial<Config>
  readonly environment?: Readonly<Record<string, string>>
  readonly limits?: Partial<Limits>
  readonly clock?: StandingClock
  /** Where the server writes its log. By default nowhere. */
  readonly log?: Log
}

/** The whole server on a fresh database, called without a socket. Call `close` after the last test. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { db, url } = await freshDatabase()
  const clock = options.clock ?? testClock()
  const config = {
    ...readConfig({ LOG_LEVEL: 'silent', ...options.environment }),
    ...options.config,
    databaseUrl: url,
  }
  const limits = { ...defaultLimits, ...options.limits }
  const deps = await createDeps({ config, db, log: options.log ?? createLog(config.logLevel), clock, limits })
  const app = await buildApp(deps)
  await app.ready()
  sendToOwnHost(app, config)
  const request: TestApp['request'] = async (method, url, as, body) => {
    const answer = await app.inject({
      method,
      url,
      headers: as ? headersOf(as) : {},
      ...(body !== undefined && { payload: body as InjectOptions['payload'] }),
    })
    return rawAnswer(answer)
  }
  return {
    app,
    deps,
    clock,
    member: (name, role = 'user') => insertMember(deps, name, role),
    call: async (endpoint, { as, params, query, body } = {}) => {
      const url = withQuery(pathTo(endpoint.path, params), query)
      return new CheckedAnswer(endpoint, await request(endpoint.method, url, as, body))
    },
    request,
    close: async () => {
      await app.close()
      await deps.jobs.stop()
      await deps.live.close()
      await db.close()
    },
  }
}

/** Requests name the product's host unless they say otherwise. */
function sendToOwnHost(app: FastifyInstance, { publicUrl }: Config): void {
  const inject = app.inject.bind(app)
  const authority = new URL(publicUrl).host
  const toOwnHost = (options: InjectOptions | string) =>
    inject({ authority, ...(typeof options === 'string' ? { url: options } : options) })
  Reflect.set(app, 'inject', toOwnHost)
}

/** The answer to a request that a test has injected itself. */
export function rawAnswer(answer: LightMyRequestResponse): RawAnswer {
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    json: isJson ? answer.json() : null,
  }
}

function headersOf({ cookie, token }: TestMember) {
  return token === undefined ? { cookie } : { authorization: `Bearer ${token}` }
}

function withQuery(path: string, query: TestInput<ServedEndpoint>['query'] = ''): string {
  const text = typeof query === 'string' ? query.replace(/^\?/, '') : textOfQuery(query)
  return text === '' ? path : `${path}?${text}`
}

function textOfQuery(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
}

const insertUser = statement(
  'test_insert_user',
  `insert into users (id, username, role, tracking_code, reached_at, created_at, email, display_name)
   values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz, $6, $7)`,
)

/** Inserts a member with a valid session directly into the database. */
export async function insertMember(
  deps: Deps,
  username: string,
  role: Role,
  kind: SessionKind = 'slack',
): Promise<TestMember> {
  const now = deps.clock.now()
  const id = newId<'user'>()
  const displayName = displayNameOf({ username, ownName: null, chatName: null })
  const email = `${id}@people.test`
  await deps.db.run(insertUser, [id, username, role, id.slice(-10), now.toISOString(), email, displayName])
  return { id, username, displayName, cookie: await insertTestSession(deps, id, kind) }
}
