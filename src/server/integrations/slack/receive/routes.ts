import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/slack.schema.ts'
import { slackInteractivityPath } from '#domain/slack-app.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { receiveEvent } from './commands.ts'
import { assertSlackSignature } from './signature.ts'

const fromSlack = { permission: 'enter anonymously', budget: 'chat' } as const
const verification = 'url_verification'

/** What Slack calls: with its news about people, and when somebody presses a button. */
export function receiveRoutes(app: FastifyInstance, deps: Deps): void {
  acceptForms(app)
  // Runs before validation, so that a stranger learns nothing about the body.
  app.addHook(
    'preValidation',
    async ({ body, headers, rawBody = Buffer.alloc(0), routeOptions: { url } }) => {
      // Slack asks when its app is made, which is before anybody can know the secret.
      if (url === contract.receiveSlackEvent.path && isVerification(body)) return
      assertSlackSignature({ headers, rawBody }, deps.config.slackSigningSecret, deps.clock.now())
    },
  )
  mount(app, contract.receiveSlackEvent, {
    ...fromSlack,
    handle: async ({ body }) => {
      if (body.type === verification) return { challenge: body.challenge }
      await receiveEvent(deps, body)
      return {}
    },
  })
  // Slack shows an error to whoever presses a button unless this answers. Messages have only links, so it reads nothing.
  app.post(slackInteractivityPath, { config: fromSlack }, async (_, reply) => reply.code(200).send())
}

function isVerification(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'type' in body && body.type === verification
}

/** Presses of buttons come as a form. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = Buffer.from(body)
      return null
    },
  )
}
