import type { FastifyInstance, InjectOptions } from 'fastify'
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
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { freshDatabase } from '#test/support/database.ts'
import { testClock } from '#test/support/moment.ts'
import { insertTestSession } from '#test/support/session.ts'

export interface TestMember {
  readonly id: UserId
  readonly username: string
  readonly displayName: string
  /** Goes into a `cookie` header. */
  readonly cookie: string
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly clock: StandingClock
  /** Inserts a member with a session, without a sign-in, which has its own tests. */
  member(name: string, role?: Role): Promise<TestMember>
  /** One request as this member, or without a session. A body is sent as JSON. */
  call(
    method: InjectOptions['method'],
    url: string,
    as?: TestMember | null,
    body?: unknown,
  ): Promise<TestAnswer>
  close(): Promise<void>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The parsed body, untyped because tests check its shape. Null when it is not JSON. */
  readonly json: ReturnType<typeof JSON.parse>
}

interface TestAppOptions {
  readonly config?: Partial<Config>
  readonly environment?: Readonly<Record<string, string>>
  readonly limits?: Partial<Limits>
  readonly clock?: StandingClock
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
  const deps = await createDeps({ config, db, log: createLog(config.logLevel), clock, limits })
  const app = await buildApp(deps)
  await app.ready()
  return {
    app,
    deps,
    clock,
    member: (name, role = 'user') => insertMember(deps, name, role),
    call: async (method, url, as, body) => {
      const answer = await app.inject({
        method,
        url,
        headers: as ? { cookie: as.cookie } : {},
        ...(body !== undefined && { payload: body as InjectOptions['payload'] }),
      })
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.payload,
        json: isJson ? answer.json() : null,
      }
    },
    close: async () => {
      await app.close()
      await deps.jobs.stop()
      await deps.live.close()
      await db.close()
    },
  }
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
