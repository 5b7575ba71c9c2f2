import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { ensureEmergencyAdmin } from '#server/first-admin.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#test/support/app.ts'

export const email = 'ops@brightwater.example'
export const password = 'correct 🐎 battery staple'

type Headers = Readonly<Record<string, string>>

/** A test app with an emergency admin, and requests to it from an address that a test can change. */
export interface EmergencyStage {
  readonly t: TestApp
  /** Moves the clock by hours and later requests to an unused address, which it returns, so no limit is near. */
  startAfresh(): string
  get(url: string, headers?: Headers): Promise<TestAnswer>
  /** A POST with this text as its body, or without a body. */
  send(url: string, headers?: Headers, text?: string): Promise<TestAnswer>
  /** Tries to sign in with any body, from another address if one is given. */
  post(body: unknown, headers?: Headers, from?: string): Promise<TestAnswer>
  /** Signs in with the right password. */
  signIn(headers?: Headers): Promise<{ token: string; setCookie: string; cookie: string }>
}

export async function startEmergencyStage(): Promise<EmergencyStage> {
  const t = await startTestApp({ environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
  await ensureEmergencyAdmin(t.deps)
  let lastAddress = 0
  let address = ''
  const inject = async (options: InjectOptions): Promise<TestAnswer> => {
    const answer = await t.app.inject({ remoteAddress: address, ...options })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      json: isJson ? answer.json() : null,
    }
  }
  const post: EmergencyStage['post'] = (body, headers = {}, from = address) => {
    const payload = body as NonNullable<InjectOptions['payload']>
    return inject({ method: 'POST', url: '/api/auth/login', headers, payload, remoteAddress: from })
  }
  return {
    t,
    startAfresh: () => {
      t.clock.advance(2 * 3_600_000)
      address = `10.1.0.${++lastAddress}`
      return address
    },
    get: (url, headers = {}) => inject({ method: 'GET', url, headers }),
    send: (url, headers = {}, text) =>
      inject({ method: 'POST', url, headers, ...(text !== undefined && { payload: text }) }),
    post,
    signIn: async (headers = {}) => {
      const answer = await post({ email, password }, headers)
      expect(answer.status).toBe(200)
      const setCookie = String(answer.headers['set-cookie'])
      return { token: String(answer.json.token), setCookie, cookie: setCookie.split(';', 1)[0] ?? '' }
    },
  }
}
