import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slackCallbackPath } from '#contract/auth.ts'
import { defaultAutomation } from '#domain/automation.ts'
import type { Limits } from '#server/access/limits.ts'
import { type FollowingClock, systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { EmbeddedDatabase } from '#server/db/embedded.ts'
import { putAutomation } from '#server/features/automation/store.ts'
import { type RunningServer, runServer } from '#server/run.ts'
import { sampleGroups } from './sample/groups.ts'
import { sampleOutsiders, samplePeople } from './sample/people.ts'
import { adoptWorkplace, backdateRules, seedSample } from './sample/seed.ts'
import { type CatchHook, startCatchHook } from './workplace/catch-hook.ts'
import { startWorkplace, type Workplace } from './workplace/workplace.ts'

/** The product with its stand-in workplace and the sample team, in a temporary folder. */
export interface Sandbox {
  /** Where a browser opens the product. */
  readonly url: string
  readonly server: RunningServer
  readonly workplace: Workplace
  /** Stands in for the automation service. */
  readonly catchHook: CatchHook
  stop(): Promise<void>
}

interface SandboxOptions {
  /** Must be free: the product's address has to be known before it starts. */
  readonly port: number
  readonly environment?: Readonly<Record<string, string>>
  readonly limits?: Limits
  readonly clock?: FollowingClock
  /** False leaves the workspace empty: nobody has signed in yet. */
  readonly hasHistory?: boolean
  /** Whether shares and appeals that wait are messages in the team's channel too, to be decided there. */
  readonly reviewsInChannel?: boolean
  /** Used instead of a temporary folder. The sandbox does not close it. */
  readonly database?: EmbeddedDatabase
  /** True when `database` is a copy of another sandbox's. Its sample then only moves into this workplace. */
  readonly isCopy?: boolean
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, environment = {}, limits, clock = systemClock(), hasHistory = true } = options
  // The workplace is on 127.0.0.1 and the product on localhost, so that they do not share cookies.
  const url = environment.PUBLIC_URL ?? `http://localhost:${port}`
  const workplace = await startWorkplace({
    people: samplePeople,
    outsiders: sampleOutsiders,
    redirectUris: [`${url}${slackCallbackPath}`],
    now: () => clock.now(),
  })
  workplace.setGroups(sampleGroups(workplace.people))
  const catchHook = await startCatchHook()
  const hookHost = new URL(catchHook.url).host
  const { database, isCopy = false } = options
  const folder = database ? null : await mkdtemp(join(tmpdir(), 'ovation-sandbox-'))
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    ...(folder && { DATA_DIR: folder }),
    ADMIN_EMAIL: 'admin@brightwater.example',
    SLACK_CLIENT_ID: workplace.clientId,
    SLACK_CLIENT_SECRET: workplace.clientSecret,
    SLACK_TEAM_ID: workplace.teamId,
    SLACK_ISSUER: workplace.origin,
    SLACK_API_URL: workplace.apiUrl,
    SLACK_BOT_TOKEN: workplace.botToken,
    SLACK_SIGNING_SECRET: workplace.signingSecret,
    SLACK_CHANNEL_ID: workplace.channelId,
    ...(options.reviewsInChannel && { SLACK_REVIEW_CHANNEL_ID: workplace.channelId }),
    SMTP_URL: workplace.mailbox.url,
    MAIL_FROM: 'Ovation <ovation@brightwater.example>',
    WORKSPACE_NAME: 'Brightwater',
    ZAPIER_HOSTS: hookHost,
    ALLOWED_PRIVATE_HOSTS: hookHost,
    LOG_LEVEL: 'error',
    ...environment,
  })
  const data = database && {
    db: database,
    snapshot: async () => '',
    checkpoint: () => database.script('checkpoint'),
    close: async () => undefined,
  }
  const server = await runServer(config, { clock, ...(limits && { limits }), ...(data && { data }) })
  workplace.connectApp(url)
  const { db } = server.deps
  await db.transaction((tx) => putAutomation(tx, { ...defaultAutomation, webhookUrl: catchHook.url }))
  if (isCopy) await adoptWorkplace(server.deps, workplace)
  else {
    await backdateRules(server.deps)
    if (hasHistory) await seedSample(server.deps, workplace)
  }
  return {
    url,
    server,
    workplace,
    catchHook,
    stop: async () => {
      await server.stop()
      await Promise.all([workplace.close(), catchHook.close()])
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}
