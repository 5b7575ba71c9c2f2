import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/slack.schema.ts'
import {
  earlierEventsPath,
  earlierInteractivityPath,
  slackCommandsPath,
  slackInteractivityPath,
} from '#domain/slack-app.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { finishAttempts } from '../presses/commands.ts'
import { watchMessages } from '../updates/commands.ts'
import { receiveEvent, receiveInteraction, runCommand } from './commands.ts'
import { assertSlackSignature } from './signature.ts'

const fromSlack = { permission: 'enter anonymously', budget: 'chat' } as const
const verification = 'url_verification'
const eventsPaths: readonly string[] = [contract.receiveSlackEvent.path, earlierEventsPath]

/** What Slack calls: with its news about people, and when somebody presses a button or types a command. */
export function receiveRoutes(app: FastifyInstance, deps: Deps): void {
  acceptForms(app)
  watchMessages(deps)
  app.addHook('onClose', () => finishAttempts(deps))
  // Runs before validation, so that a stranger learns nothing about the body.
  app.addHook(
    'preValidation',
    async ({ body, headers, rawBody = Buffer.alloc(0), routeOptions: { url = '' } }) => {
      // Slack asks when its app is made, which is before anybody can know the secret.
      if (eventsPaths.includes(url) && isVerification(body)) return
      try {
        assertSlackSignature({ headers, rawBody }, deps.config.slackSigningSecret, deps.clock.now())
      } catch (error) {
        deps.metrics.countSlackCall('refused')
        throw error
      }
      deps.metrics.countSlackCall('accepted')
    },
  )
  for (const path of eventsPaths) {
    mount(
      app,
      { ...contract.receiveSlackEvent, path },
      {
        ...fromSlack,
        handle: async ({ body }) => {
          if (body.type === verification) return { challenge: body.challenge }
          await receiveEvent(deps, body)
          return {}
        },
      },
    )
  }
  const answer = async (reply: FastifyReply, body: object | null) =>
    body === null ? reply.code(200).send() : reply.code(200).send(body)
  for (const path of [slackInteractivityPath, earlierInteractivityPath]) {
    app.post(path, { config: fromSlack }, async (request, reply) =>
      answer(reply, await receiveInteraction(deps, signedForm(request))),
    )
  }
  app.post(slackCommandsPath, { config: fromSlack }, async (request, reply) =>
    answer(reply, await runCommand(deps, signedForm(request))),
  )
}

function isVerification(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'type' in body && body.type === verification
}

function signedForm({ rawBody = Buffer.alloc(0), headers, ip }: FastifyRequest) {
  const signature = headers['x-slack-signature']
  return {
    fields: new URLSearchParams(rawBody.toString('utf8')),
    signature: typeof signature === 'string' ? signature : '',
    ip,
  }
}

/** Presses of buttons and commands come as a form. */
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
