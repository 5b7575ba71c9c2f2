import { createServer } from 'node:net'
import { startSandbox } from './sandbox.ts'

const usualPort = 3000

const wantedPort = Number(process.env.PORT ?? usualPort)
const port = (await isFree(wantedPort)) ? wantedPort : 0
const { PUBLIC_URL } = process.env
const sandbox = await startSandbox({
  port: port === 0 ? await anyFreePort() : port,
  ...(PUBLIC_URL && { environment: { PUBLIC_URL } }),
})
const { email, password } = sandbox.server.emergencyAdmin
process.stdout.write(`
Ovation is ready: ${sandbox.url}

  "Continue with Slack" lets you choose who of the sample team you are.
  Emergency sign-in: ${email} with the password ${password}
  Webhook secret for posts: ${sandbox.server.deps.secrets.webhooks[0]}

Everything is in a throwaway folder. Stop with Ctrl+C.
`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(1)
    isStopping = true
    sandbox.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}

function isFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(candidate, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
