import { freePort } from './free-port.ts'
import { startSandbox } from './sandbox.ts'
import { channelPath } from './workplace/front.ts'

const usualPort = 3000

const port = await freePort(Number(process.env.PORT ?? usualPort))
const { PUBLIC_URL } = process.env
const sandbox = await startSandbox({
  port,
  ...(PUBLIC_URL && { environment: { PUBLIC_URL } }),
})
const { email, password } = sandbox.server.emergencyAdmin
process.stdout.write(`
Ovation is ready: ${sandbox.url}

  "Continue with Slack" lets you choose who of the sample team you are.
  Emergency sign-in: ${email} with the password ${password}
  What the team's channel is told: ${sandbox.workplace.origin}${channelPath}
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
