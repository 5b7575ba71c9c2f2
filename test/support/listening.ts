import { freePort } from '#sandbox/free-port.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'

export interface ListeningApp extends TestApp {
  /** Its public address, without a trailing slash. */
  readonly origin: string
}

type Options = NonNullable<Parameters<typeof startTestApp>[0]>

/** A test app on a real socket of 127.0.0.1, which is also its public address. */
export async function startListeningApp(options: Options = {}): Promise<ListeningApp> {
  // The product needs its public address before it listens there.
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: origin, ...options.environment }
  const t = await startTestApp({ ...options, environment })
  await t.app.listen({ host: '127.0.0.1', port })
  return { ...t, origin }
}
