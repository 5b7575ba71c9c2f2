import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/posts.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Member } from '#server/http/session.ts'
import { assertSignature } from '#server/http/signature.ts'
import { type Arrival, receiveEngagement, receiveNewPost } from './commands.ts'

/** The hooks through which the scheduling tool, and the administration's own screens, deliver posts and numbers. */
export function socialpilotRoutes(app: FastifyInstance, deps: Deps): void {
  // Before the body is checked against its shape: who cannot sign learns nothing about what is wrong with it.
  app.addHook('preValidation', async ({ headers, rawBody = Buffer.alloc(0) }) =>
    assertSignature({ headers, rawBody }, deps.secrets.webhooks, deps.clock.now()),
  )
  mount(app, contract.newPost, {
    permission: 'deliver by hook',
    handle: ({ body, member, request }) => receiveNewPost(deps, body, arrivalOf(request, member)),
  })
  mount(app, contract.engagementUpdate, {
    permission: 'deliver by hook',
    handle: ({ body, member, request }) => receiveEngagement(deps, body, arrivalOf(request, member)),
  })
}

function arrivalOf({ headers }: FastifyRequest, member: Member | null): Arrival {
  const name = headers['webhook-id'] ?? headers['idempotency-key']
  // Hashed, because a sender's id may be longer than an index can hold.
  const deliveryId =
    typeof name === 'string' && name !== '' ? createHash('sha256').update(name).digest('base64url') : null
  return { deliveryId, isByAdmin: member !== null }
}
