import { Writable } from 'node:stream'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptInvitation, checkInvitation, inviteEmergencyAdmin } from '#contract/invitations.schema.ts'
import { freePort } from '#sandbox/free-port.ts'
import { DatabaseFailure } from '#server/db/failure.ts'
import { type Db, type StatementValue, statement, type Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type DescribedQuery, queriesByName } from '#server/db/query.ts'
import { users } from '#server/db/schema/people.ts'
import { handleErrors, isOutage } from '#server/http/errors.ts'
import { describe as reasonOf } from '#server/jobs/handlers.ts'
import { createLog } from '#server/log.ts'
import { startTestApp } from '#test/support/app.ts'
import { freshDatabase } from '#test/support/database.ts'
import { testMoment } from '#test/support/moment.ts'
import { loadQueries } from '#test/support/product-queries.ts'

const secret = 'planted-secret'
let lines: string[] = []
const stream = new Writable({
  write: (line, _, done) => {
    lines.push(String(line))
    done()
  },
})
const log: FastifyBaseLogger = createLog('info', stream)
let app: FastifyInstance
let thrown: unknown
let db: Db

beforeAll(async () => {
  await loadQueries()
  db = (await freshDatabase()).db
  app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
  handleErrors(app)
  app.get('/', () => Promise.reject(thrown))
})

afterAll(async () => {
  await app.close()
  await db.close()
})

/** What is logged for an error: directly, in a request and in a job. Also what the request answers. */
async function outputsOf(error: unknown) {
  lines = []
  log.error({ err: error }, 'something failed')
  log.error(error)
  thrown = error
  const answer = await app.inject({ url: '/' })
  expect(lines).toHaveLength(3)
  return { logged: [...lines, JSON.stringify(reasonOf(error))], answered: answer.payload }
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('when a statement fails,', () => {
  test('the log has its name and the error code but none of its values, for every query of the product', {
    tags: ['log-quotes-nothing', 'sec-68'],
  }, async () => {
    const queries = [...queriesByName.values()].filter(({ name }) => !name.startsWith('test_'))
    const errors = new Map<string, unknown>()
    const breakBy = async (run: (each: DescribedQuery) => Promise<unknown>) => {
      for (const each of queries.filter(({ name }) => !errors.has(name))) {
        const error = await errorOf(run(each))
        if (error !== undone) errors.set(each.name, error)
      }
      return errors.size
    }
    const undone = new Error('undone')
    const runIn = async (tx: Tx, each: DescribedQuery) => {
      await tx.run(each, secretValuesFor(each))
      throw undone
    }
    const whole = (await freshDatabase()).db
    const byValues = await breakBy((each) => whole.transaction((tx) => runIn(tx, each)))
    expect(byValues).toBeGreaterThan(50)
    await whole.script('drop schema public cascade')
    expect(await breakBy((each) => whole.transaction((tx) => runIn(tx, each)))).toBeGreaterThan(byValues)
    // Queries that read no table fail in a transaction in which another statement has failed.
    await breakBy((each) =>
      whole.transaction(async (tx) => {
        await errorOf(tx.run(statement('', 'select 1 / 0'), []))
        return runIn(tx, each)
      }),
    )
    expect(errors.size).toBe(queries.length)
    for (const [name, error] of errors) {
      expect(error).toBeInstanceOf(DatabaseFailure)
      const { logged, answered } = await outputsOf(error)
      for (const line of logged)
        expect(line).toMatch(new RegExp(`The statement ${name} failed: [0-9A-Z]{5}\\b`))
      expect(`${logged} ${answered}`).not.toContain(secret)
    }
    await whole.close()
  })

  test('the log has the constraint and the table, but not the duplicate value', async () => {
    const insert = (tx: Tx) => tx.orm.insert(users).values(userWith(`${secret}@mail.test`))
    await db.transaction((tx) => {
      tx.announce({ topics: ['members'] })
      return insert(tx)
    })
    const named = statement(
      'test_insert_again',
      `insert into users (id, username, tracking_code, reached_at, created_at, email)
      values ($1, $2, $2, $4::timestamptz, $4::timestamptz, $3)`,
    )
    const byName = await errorOf(
      db.run(named, [newId(), secret, `${secret}@mail.test`, testMoment.toISOString()]),
    )
    const failure = { code: '23505', constraint: 'users_email_unique', table: 'users' }
    expect(byName).toMatchObject({ ...failure, statement: 'test_insert_again' })
    const built = [
      await errorOf(db.transaction(insert)),
      await errorOf(
        db.orm
          .insert(users)
          .values(userWith(`${secret}@mail.test`))
          .execute(),
      ),
    ]
    for (const error of built) expect(error).toMatchObject({ ...failure, statement: 'built for users' })
    for (const error of [byName, ...built]) {
      const { logged, answered } = await outputsOf(error)
      for (const line of logged) expect(line).toContain('failed: 23505, users_email_unique on users')
      expect(`${logged} ${answered}`).not.toContain(secret)
    }
  })
})

describe('when an error comes from', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the database', () => db.script(`select '${secret}'::int`)],
    ['the database, inside another error', () => wrapped(db.script(`select '${secret}'::int`))],
    [
      'the query builder',
      () => Promise.reject(Object.assign(new Error(secret), { query: 'select $1', params: [secret] })),
    ],
  ])('%s, only its code is logged', async (_, fail) => {
    const error = await errorOf(fail())
    const { logged, answered } = await outputsOf(error)
    expect(`${logged} ${answered}`).not.toContain(secret)
    for (const line of logged) expect(line).toMatch(/The statement without a name failed: (22P02|no code)/)
  })

  test('anything else, it is logged unchanged', async () => {
    const { logged } = await outputsOf(new Error('the disk is full', { cause: new Error('quota') }))
    for (const line of logged) expect(line).toContain('the disk is full')
  })
})

describe('an outage is recognised by its code', () => {
  test('when nothing listens on the port', { tags: ['f-05'] }, async () => {
    const nowhere = openPostgres(
      `postgres://postgres:${secret}@127.0.0.1:${await freePort()}/x`,
      () => undefined,
    )
    const asking = [
      nowhere.run(statement('test_one', 'select 1'), []),
      nowhere.transaction((tx) => tx.run(statement('test_one', 'select 1'), [])),
      nowhere.singleStatement((tx) => tx.run(statement('test_one', 'select 1'), [])),
      nowhere.orm.select().from(users).execute(),
    ]
    for (const error of await Promise.all(asking.map(errorOf))) {
      expect(error).toMatchObject({ name: 'DatabaseFailure', code: 'ECONNREFUSED' })
      expect(isOutage(error)).toBe(true)
    }
    await nowhere.close()
  })

  test.each([
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Connection terminated due to connection timeout',
  ])('when the driver says only "%s"', (words) => {
    const failure = new DatabaseFailure('test_one', new Error(words))
    expect([failure.code, isOutage(failure)]).toEqual(['ECONNLOST', true])
  })

  test('and other failures are not taken for one', () => {
    const error = Object.assign(new Error('x'), { code: '23505' })
    expect(isOutage(new DatabaseFailure('test_one', error))).toBe(false)
    expect(isOutage(new DatabaseFailure('test_one', new Error('PGlite is closed')))).toBe(false)
  })
})

describe('a new secret of the hooks', () => {
  test('is in no line of the log when the database refuses its row', {
    tags: ['log-quotes-nothing', 'sec-68'],
  }, async () => {
    lines = []
    const t = await startTestApp({ log: createLog('trace', stream) })
    const as = await t.member('iris.admin', 'admin')
    await t.deps.db.script(
      `alter table settings add constraint settings_refused check (key <> 'webhook_secret') not valid`,
    )
    const answer = await t.request('POST', '/api/automation/rotate-secret', as)
    expect(answer.status).toBe(500)
    await t.close()
    expect(lines.join('')).toContain('settings_refused')
    for (const line of [...lines, answer.text]) expect(line).not.toContain('whsec_')
  })
})

describe('a link for an emergency administrator', () => {
  test('is in no line of the log, whatever becomes of it', {
    tags: ['emergency-link-unlogged', 'sec-68'],
  }, async () => {
    lines = []
    const t = await startTestApp({ log: createLog('trace', stream) })
    const as = await t.member('iris.admin', 'admin')
    const answer = await t.call(inviteEmergencyAdmin, { as, body: { email: 'nina@mail.test' } })
    const key = answer.answer.data.link.split('#')[1] ?? ''
    expect(key).toHaveLength(43)
    const password = 'seven quiet lanterns'
    const outcomes = [
      await t.call(checkInvitation, { body: { secret: key } }),
      await t.call(acceptInvitation, { body: { secret: key, password: 'short' } }),
      await t.call(acceptInvitation, { body: { secret: key, password } }),
      await t.call(acceptInvitation, { body: { secret: key, password } }),
    ]
    await t.deps.db.script('drop table emergency_invitations')
    outcomes.push(await t.call(checkInvitation, { body: { secret: key } }))
    expect(outcomes.map(({ status }) => status)).toEqual([200, 400, 200, 410, 500])
    await t.close()
    expect(lines.join('')).toContain('find_open_invitation failed')
    for (const line of lines) {
      expect(line).not.toContain(key)
      expect(line).not.toContain(password)
    }
  })
})

async function wrapped(work: Promise<unknown>): Promise<void> {
  await work.catch((cause: unknown) => {
    throw new Error('this did not work', { cause })
  })
}

function userWith(email: string) {
  const id = newId<'user'>()
  return { id, username: secret, trackingCode: id, email, reachedAt: testMoment, createdAt: testMoment }
}

/** Parameters in which every text is the secret. Any of them that can have a wrong type has one. */
function secretValuesFor({ text }: DescribedQuery): StatementValue[] {
  const values: StatementValue[] = []
  for (const [, place, type = ''] of text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g)) {
    values[Number(place) - 1] = type === 'bool' ? true : type.endsWith('[]') ? [secret] : secret
  }
  return values
}
