import type { ChatNotification } from '#domain/chat.ts'
import { freePort } from '#sandbox/free-port.ts'
import type { StandingClock } from '#sandbox/standing-clock.ts'
import { newOutsiders, newPeople } from '#sandbox/workplace/some-people.ts'
import { startWorkplace, type Workplace, type WorkplaceOptions } from '#sandbox/workplace/workplace.ts'
import { statement } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { notifyChat } from '#server/features/notifications/commands.ts'
import { sendWaiting } from '#server/integrations/slack/outbox/commands.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'

/** A message as the channel shows it. */
interface ShownMessage {
  readonly text: string
  readonly blocks: readonly unknown[]
  readonly metadata: { readonly event_payload: { readonly job_id: string } }
}

interface StoredNotification {
  readonly key: string
  readonly isSent: boolean
  readonly isFailed: boolean
  readonly failure: string | null
  readonly tries: number
}

/** The product and a workplace with the channel for its notifications. */
export interface ChatStage {
  readonly workplace: Workplace
  readonly t: TestApp
  /** Puts one notification into the outbox for each of these newcomers, in this order. */
  queueJoined(...names: string[]): Promise<void>
  queue(key: string, notification: ChatNotification): Promise<void>
  /** Runs the send job once. */
  send(deps?: Deps): Promise<void>
  /** Runs the send job until it succeeds, as the queue does. Gives up after 20 tries. */
  sendAll(): Promise<void>
  /** The messages in the channel, oldest first. */
  messages(): Promise<ShownMessage[]>
  texts(): Promise<string[]>
  /** The number of requests to a Slack method, including those with a planted fault. */
  requestCount(method: string): number
  notifications(): Promise<StoredNotification[]>
  close(): Promise<void>
}

type Stage = Pick<WorkplaceOptions, 'botScopes'> & {
  /** Whether the workplace can call the product, and its jobs run. */
  readonly isConnected?: boolean
  /** Whether what waits for reviewers goes to the channel too. */
  readonly reviewsInChannel?: boolean
  readonly environment?: Readonly<Record<string, string>>
  readonly limits?: NonNullable<Parameters<typeof startTestApp>[0]>['limits']
  readonly clock?: StandingClock
}

const listNotifications = statement<StoredNotification>(
  'test_list_chat_notifications',
  `select key, sent_at is not null as "isSent", failed_at is not null as "isFailed", failure, tries
   from chat_notifications order by id`,
)

export async function startChatStage({
  botScopes,
  environment,
  limits,
  clock = testClock(),
  isConnected = false,
  reviewsInChannel = false,
}: Stage = {}): Promise<ChatStage> {
  const port = isConnected ? await freePort() : 0
  const workplace = await startWorkplace({
    now: () => clock.now(),
    people: newPeople,
    outsiders: newOutsiders,
    ...(botScopes && { botScopes }),
  })
  const t = await startTestApp({
    environment: {
      SLACK_API_URL: workplace.apiUrl,
      SLACK_BOT_TOKEN: workplace.botToken,
      SLACK_CHANNEL_ID: workplace.channelId,
      SLACK_TEAM_ID: workplace.teamId,
      ...(reviewsInChannel && { SLACK_REVIEW_CHANNEL_ID: workplace.channelId }),
      ...(isConnected && {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SLACK_SIGNING_SECRET: workplace.signingSecret,
      }),
      ...environment,
    },
    clock,
    limits: { chatPauseMs: 5, directPauseMs: 5, ...limits },
  })
  if (isConnected) {
    await t.app.listen({ host: '127.0.0.1', port })
    workplace.connectApp(`http://127.0.0.1:${port}`)
    await t.deps.jobs.work(jobHandlers, t.deps)
  }
  const queue = (key: string, notification: ChatNotification) =>
    t.deps.db.transaction((tx) => notifyChat(t.deps, tx, { key, notification }))
  const { signal } = new AbortController()
  const send = (deps = t.deps) => sendWaiting(deps, {}, { signal, stopping: signal })
  const messages = async () => {
    const answer = await fetch(`${workplace.apiUrl}conversations.history`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workplace.botToken}` },
      body: new URLSearchParams({ channel: workplace.channelId, limit: '200' }),
    })
    const body = (await answer.json()) as { messages: ShownMessage[] }
    return body.messages.toReversed()
  }
  return {
    workplace,
    t,
    queue,
    send,
    messages,
    queueJoined: async (...names) => {
      for (const displayName of names)
        await queue(`joined ${displayName}`, { kind: 'member_joined', displayName })
    },
    sendAll: async () => {
      for (let tries = 0; tries < 20; tries++) {
        const isDone = await send().then(
          () => true,
          () => false,
        )
        if (isDone) return
      }
    },
    texts: async () => (await messages()).map(({ text }) => text),
    requestCount: (method) => workplace.journal().filter(({ path }) => path === `/api/${method}`).length,
    notifications: () => t.deps.db.run(listNotifications, []),
    close: async () => {
      await t.close()
      await workplace.close()
    },
  }
}

export function joined(...names: string[]): string[] {
  return names.map((name) => `${name} has joined. Welcome!`)
}
