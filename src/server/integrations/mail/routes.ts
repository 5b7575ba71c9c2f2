import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmationPattern,
  oneClickPattern,
  unsubscribePath,
  unsubscribePattern,
} from '#contract/mail-links.ts'
import type { Deps } from '#server/deps.ts'
import {
  confirmAddress,
  findConfirmation,
  unsubscribe,
  unsubscriberOf,
} from '#server/features/mail/commands.ts'
import { confirmationPage, type LinkPage, linkPageHtml, linkPages } from './messages.ts'

// The address is a secret of one member: it is neither cached nor indexed.
const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
const largestFormBytes = 1_024

/**
 * The pages behind the links of mails. Opening one changes nothing, because mail programs and their scanners open links.
 * What a link may do follows from its signature alone, so whoever opens it need not be signed in.
 */
export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  // Nothing in these forms is read: mail programs send `List-Unsubscribe=One-Click`, as RFC 8058 says, browsers nothing.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: largestFormBytes },
      (_request, _body, done) => done(null, null),
    )
  const open = {
    config: { permission: 'enter anonymously' },
    onSend: async (_: FastifyRequest, reply: FastifyReply) => void reply.headers(headers),
  } as const
  const forPrograms = { ...open, config: { permission: 'enter anonymously', budget: 'visit' } } as const

  app.get(unsubscribePattern, open, async (request, reply) => {
    const isRight = unsubscriberOf(deps, tokenOf(request)) !== null
    return sendPage(reply, isRight ? linkPages.unsubscribe : null)
  })
  app.post(unsubscribePattern, open, async (request, reply) => {
    const isRight = await unsubscribe(deps, tokenOf(request))
    return sendPage(reply, isRight ? linkPages.unsubscribed : null)
  })
  app.get(oneClickPattern, forPrograms, async (request, reply) =>
    reply.redirect(unsubscribePath(tokenOf(request)), 303),
  )
  app.post(oneClickPattern, forPrograms, async (request, reply) => {
    const isRight = await unsubscribe(deps, tokenOf(request))
    return sendPage(reply, isRight ? linkPages.unsubscribed : null)
  })
  app.get(confirmationPattern, open, async (request, reply) => {
    const found = await findConfirmation(deps, tokenOf(request))
    return sendPage(reply, found && confirmationPage(found.address))
  })
  app.post(confirmationPattern, open, async (request, reply) => {
    const isDone = await confirmAddress(deps, tokenOf(request))
    return sendPage(reply, isDone ? linkPages.confirmed : null)
  })
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token
}

/** Null is the page of a link that does not work. */
function sendPage(reply: FastifyReply, page: LinkPage | null): FastifyReply {
  return reply
    .code(page ? 200 : 404)
    .type('text/html; charset=utf-8')
    .send(linkPageHtml(page ?? linkPages.wrong))
}
