import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idOf } from '#contract/fields.schema.ts'
import { myLinks } from '#contract/links.schema.ts'
import { visitPath } from '#contract/links.ts'
import { addressKey, networkOf } from '#server/access/addresses.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { followLink, listOwnLinks, readOwnLink } from './commands.ts'

// A cached answer would hide a visit, and the target site must not learn whose link it was.
const visitHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    visitPath,
    {
      config: { permission: 'enter anonymously', budget: 'visit' },
      // Runs after the hook that sets the default headers, which name another referrer policy.
      onSend: async (_, reply) => {
        reply.headers(visitHeaders)
      },
    },
    async (request, reply): Promise<FastifyReply> => {
      const { trackingCode } = request.params as { trackingCode: string }
      const asked = idOf<'post'>().safeParse((request.query as { p?: unknown }).p)
      const wanted = { trackingCode, postId: asked.data ?? null }
      const address = await followLink(deps, wanted, visitorOf(request))
      if (address !== null) return reply.redirect(address, 302)
      reply.callNotFound()
      return reply
    },
  )
  mount(app, myLinks, {
    permission: 'take part',
    handle: async ({ member, query: { postId } }) => ({
      data: await (postId ? readOwnLink(deps, member, postId) : listOwnLinks(deps, member)),
    }),
  })
}

function visitorOf({ caller, ip, method, headers }: FastifyRequest) {
  return {
    memberId: caller.kind === 'member' ? caller.member.id : null,
    address: addressKey(ip),
    network: networkOf(ip),
    userAgent: headers['user-agent'] ?? '',
    isHead: method === 'HEAD',
    purposes: purposeHeaders.flatMap((name) => headers[name] ?? []),
    destination: [headers['sec-fetch-dest'] ?? []].flat().at(0) ?? null,
  }
}
