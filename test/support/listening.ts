import { createServer } from 'node:net'
import { startTestApp, type TestApp } from '#test/support/app.ts'

export interface ListeningApp extends TestApp {
  /** Its public address, without a trailing slash. */
  readonly origin: string
}

type Options = NonNullable<Parameters<typeof startTestApp>[0]>

/** A test app on a real socket of 127.0.0.1, which is also its public address. */
export async function startListeningApp(options: Options = {}): Promise<ListeningApp> {
  // The public address is needed before anything listens under it.
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: origin, ...options.environment }
  const t = await startTestApp({ ...options, environment })
  await t.app.listen({ host: '127.0.0.1', port })
  return { ...t, origin }
}

/** A port of 127.0.0.1 on which nothing listens just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1')
    server.on('error', reject)
    server.on('listening', () => {
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      server.close(() => resolve(port))
    })
  })
}
