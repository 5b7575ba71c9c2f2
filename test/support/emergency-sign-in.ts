import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { emergencySignIn } from '#contract/auth.schema.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import { ensureEmergencyAdmin } from '#server/first-admin.ts'
import { rawAnswer, startTestApp, type TestApp } from '#test/support/app.ts'
import { type AnswerTo, CheckedAnswer } from '#test/support/checked-answer.ts'

export const email = 'ops@brightwater.example'
export const password = 'correct 🐎 battery staple'

type Headers = Readonly<Record<string, string>>
type Sent = Pick<InjectOptions, 'query' | 'payload' | 'remoteAddress'>

/** A test app with an emergency admin, and requests to it from an address that a test can change. */
export interface EmergencyStage {
  readonly t: TestApp
  /** Moves the clock by hours and later requests to an unused address, which it returns, so no limit is near. */
  startAfresh(): string
  /** Calls an endpoint that has no parameters in its path. */
  call<E extends ServedEndpoint>(endpoint: E, headers?: Headers, sent?: Sent): Promise<AnswerTo<E>>
  /** Tries to sign in with any body, from another address if one is given. */
  post(body: unknown, headers?: Headers, from?: string): Promise<AnswerTo<typeof emergencySignIn>>
  /** Signs in with the right password. */
  signIn(headers?: Headers): Promise<{ token: string; setCookie: string; cookie: string }>
}

export async function startEmergencyStage(): Promise<EmergencyStage> {
  const t = await startTestApp({ environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
  await ensureEmergencyAdmin(t.deps)
  let lastAddress = 0
  let address = ''
  const call: EmergencyStage['call'] = async (endpoint, headers = {}, sent = {}) => {
    const { method, path: url } = endpoint
    const answer = await t.app.inject({ remoteAddress: address, method, url, headers, ...sent })
    return new CheckedAnswer(endpoint, rawAnswer(answer))
  }
  const post: EmergencyStage['post'] = (body, headers, from = address) =>
    call(emergencySignIn, headers, { payload: body as InjectOptions['payload'], remoteAddress: from })
  return {
    t,
    startAfresh: () => {
      t.clock.advance(2 * 3_600_000)
      address = `10.1.0.${++lastAddress}`
      return address
    },
    call,
    post,
    signIn: async (headers = {}) => {
      const reply = await post({ email, password }, headers)
      expect(reply.status).toBe(200)
      const setCookie = String(reply.headers['set-cookie'])
      return { token: reply.answer.token, setCookie, cookie: setCookie.split(';', 1)[0] ?? '' }
    },
  }
}
