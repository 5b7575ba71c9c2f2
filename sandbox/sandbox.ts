import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slackCallbackPath } from '#contract/auth.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { type FollowingClock, systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { putAutomation } from '#server/features/automation/store.ts'
import type { Limits } from '#server/http/limits.ts'
import { type RunningServer, runServer } from '#server/run.ts'
import { sampleOutsiders, samplePeople } from './sample/people.ts'
import { adoptPeople, seedSample } from './sample/seed.ts'
import { type CatchHook, startCatchHook } from './workplace/catch-hook.ts'
import { startWorkplace, type Workplace } from './workplace/workplace.ts'

/** The product with its stand-in workplace and the sample team, in a throwaway folder. */
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
  /** Must be free; the address of the product is known before it starts. */
  readonly port: number
  readonly environment?: Readonly<Record<string, string>>
  readonly limits?: Limits
  readonly clock?: FollowingClock
  /** False leaves the workspace empty: nobody has signed in yet. */
  readonly hasHistory?: boolean
  /** Where the data goes, to stay after the stop; a throwaway folder if absent. */
  readonly folder?: string
  /** The folder of a stopped sandbox whose data this one begins with, which spares it the making. */
  readonly copyOf?: string | undefined
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, environment = {}, limits, clock = systemClock(), hasHistory = true } = options
  // The workplace answers on 127.0.0.1 and the product on localhost, so that they do not share cookies.
  const url = environment.PUBLIC_URL ?? `http://localhost:${port}`
  const workplace = await startWorkplace({
    people: samplePeople,
    outsiders: sampleOutsiders,
    redirectUris: [`${url}${slackCallbackPath}`],
  })
  const catchHook = await startCatchHook()
  const hookHost = new URL(catchHook.url).host
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'ovation-sandbox-')))
  if (options.copyOf !== undefined) await cp(options.copyOf, folder, { recursive: true })
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: folder,
    ADMIN_EMAIL: 'admin@brightwater.example',
    SLACK_CLIENT_ID: workplace.clientId,
    SLACK_CLIENT_SECRET: workplace.clientSecret,
    SLACK_TEAM_ID: workplace.teamId,
    SLACK_ISSUER: workplace.origin,
    SLACK_API_URL: workplace.apiUrl,
    SLACK_BOT_TOKEN: workplace.botToken,
    SLACK_CHANNEL_ID: workplace.channelId,
    WORKSPACE_NAME: 'Brightwater',
    ZAPIER_HOSTS: hookHost,
    ALLOWED_PRIVATE_HOSTS: hookHost,
    LOG_LEVEL: 'error',
    ...environment,
  })
  const server = await runServer(config, { clock, ...(limits && { limits }) })
  const { db } = server.deps
  await db.transaction((tx) => putAutomation(tx, { ...defaultAutomation, webhookUrl: catchHook.url }))
  if (options.copyOf !== undefined) await adoptPeople(server.deps, workplace.people)
  else if (hasHistory) await seedSample(server.deps, workplace.people)
  return {
    url,
    server,
    workplace,
    catchHook,
    stop: async () => {
      await server.stop()
      await Promise.all([workplace.close(), catchHook.close()])
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
