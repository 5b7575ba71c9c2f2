import type { FollowingClock } from '#server/clock.ts'
import { freePort } from './free-port.ts'
import { announceLatest } from './sample/channel.ts'
import { sendSampleMail } from './sample/mail.ts'
import { seedReview } from './sample/review.ts'
import { startSandbox } from './sandbox.ts'
import { standingClock } from './standing-clock.ts'
import { pagePaths } from './workplace/channel-blocks.ts'

const usualPort = 3000

const port = await freePort(Number(process.env.PORT ?? usualPort))
const { PUBLIC_URL } = process.env
const clock = chosenClock()
const sandbox = await startSandbox({
  port,
  reviewsInChannel: true,
  ...(PUBLIC_URL && { environment: { PUBLIC_URL } }),
  ...(clock && { clock }),
})
await seedReview(sandbox.server.deps)
await announceLatest(sandbox.server.deps)
await sendSampleMail(sandbox.server.deps)
const { email, password } = sandbox.server.emergencyAdmin
process.stdout.write(`
Ovation is ready: ${sandbox.url}

  "Continue with Slack" lets you sign in as anybody in the sample team.
  Emergency sign-in: ${email} with the password ${password}
  The team's channel, with buttons and commands to report there: ${sandbox.workplace.origin}${pagePaths.main}
  The e-mails to members, who choose them in their profile: ${sandbox.workplace.origin}${pagePaths.mail}
  Webhook secret for posts: ${sandbox.server.deps.secrets.webhooks[0]}

All data is in a temporary folder, deleted at the end. Stop with Ctrl+C.
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

/** A stopped clock at the moment in OVATION_DEMO_NOW, if that is set. */
function chosenClock(): FollowingClock | undefined {
  const moment = process.env.OVATION_DEMO_NOW
  if (!moment) return undefined
  try {
    return standingClock(moment)
  } catch (error) {
    process.stderr.write(`OVATION_DEMO_NOW: ${error instanceof Error ? error.message : String(error)}\n`)
    return process.exit(1)
  }
}
