import type { Claims } from '#sandbox/workplace/people.ts'
import { newOutsiders, newPeople } from '#sandbox/workplace/some-people.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { statement } from '#server/db/handle.ts'
import type { Agent } from '#test/support/agent.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'

/** The product and a workplace that members sign in with, each on its own socket. */
export interface SlackSignInStage {
  readonly workplace: Workplace
  readonly t: ListeningApp
  /** Starts another instance of the product, for the same workplace unless the environment says otherwise. */
  another(environment?: Readonly<Record<string, string>>): Promise<ListeningApp>
  /** Presses the button and returns the address to which the browser is sent. */
  begin(agent: Agent): Promise<URL>
  /** Signs the first person in at Slack and returns the callback address, which is not visited yet. */
  callbackFor(agent: Agent): Promise<string>
  rows<Row = unknown>(sql: string, values?: readonly string[]): Promise<Row[]>
  /** Ends faults and changed tokens. */
  reset(): void
  close(): Promise<void>
}

export async function startSlackSignInStage(): Promise<SlackSignInStage> {
  const workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders })
  const another = async (environment: Readonly<Record<string, string>> = {}) => {
    const app = await startListeningApp({
      environment: {
        SLACK_CLIENT_ID: workplace.clientId,
        SLACK_CLIENT_SECRET: workplace.clientSecret,
        SLACK_TEAM_ID: workplace.teamId,
        SLACK_ISSUER: workplace.origin,
        ...environment,
      },
      // All browsers of a test have the same address.
      limits: { perAddress: 10_000 },
    })
    workplace.allowRedirect(`${app.origin}/auth/slack/callback`)
    return app
  }
  const t = await another()
  const begin = async (agent: Agent) => {
    const answer = await agent.request(`${t.origin}/auth/slack`)
    return new URL(answer.headers.get('location') ?? '')
  }
  return {
    workplace,
    t,
    another,
    begin,
    callbackFor: async (agent) => {
      let url = (await begin(agent)).href
      workplace.signInAs(workplace.people[0] ?? null)
      while (!url.startsWith(`${t.origin}/auth/slack/callback`)) {
        const answer = await agent.request(url)
        url = new URL(answer.headers.get('location') ?? '', url).href
      }
      workplace.signInAs(null)
      return url
    },
    rows: (sql, values = []) => t.deps.db.run(statement('', sql), values),
    reset: () => {
      workplace.signInAs(null)
      workplace.mutateIdToken(null)
      workplace.clearFaults()
    },
    close: async () => {
      await Promise.all([t.close(), workplace.close()])
    },
  }
}

/** The claims of a person whom the product has not seen. */
export function asSomebodyNew(claims: Claims, id: string): Claims {
  return { ...claims, sub: id, 'https://slack.com/user_id': id }
}
