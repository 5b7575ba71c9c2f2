import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { type Day, dayOf } from '#domain/days.ts'
import { asId, type PostId, type UserId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import type { Db } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { noBounds } from '#server/features/ledger/commands.ts'
import { ruleValues } from '#server/features/ledger/store.ts'
import { findBasis } from '#server/features/report-cases/store.ts'
import { insertInteraction } from '#server/features/reports/store.ts'
import { answerRequests, processUsage, type Usage } from './child-process.ts'

/** A server with one route, which runs the product's statement on the product's connections and does nothing else. */
export type OneRouteRequests = {
  serve(to: { databaseUrl: string; held: readonly string[] }): Promise<{ port: number }>
  usage(): Usage
}

const points = { like: 15, comment: 20, share: 30 }
const timeZone = 'UTC'

let db: Db | null = null
const app = fastify()

interface Body {
  readonly postId: PostId
  readonly interactionType: InteractionType
}

const requests: OneRouteRequests = {
  serve: async ({ databaseUrl, held }) => {
    const opened = openPostgres(databaseUrl, () => undefined)
    db = opened
    const basis = (await findBasis(opened))?.version ?? 0
    const lastDays = new Map<UserId, Day>()
    app.post<{ Body: Body }>('/report', async (request, reply) => {
      const { postId, interactionType: type } = request.body
      const userId = asId<'user'>(String(request.headers.cookie))
      const reportedAt = new Date()
      const day = dayOf(reportedAt, timeZone)
      const lastDayBefore = lastDays.get(userId) ?? null
      const report = {
        ...noBounds,
        ...ruleValues(null),
        id: newId<'interaction'>(),
        ledgerId: newId<'ledgerEntry'>(),
        activityId: newId<'activity'>(),
        shareId: newId<'share'>(),
        userId,
        postId,
        type,
        platform: 'linkedin' as const,
        authorName: 'Brightwater',
        points: points[type],
        day,
        ownDay: null,
        timeZone: null,
        reportedAt,
        overCap: null,
        held: held as never,
        description: 'Liked a LinkedIn post by Brightwater',
        lastDayBefore,
        currentBefore: lastDayBefore === null ? 0 : 1,
        longestBefore: lastDayBefore === null ? 0 : 1,
        lastDay: day,
        current: 1,
        longest: 1,
        basis,
        version: null,
        leastOpen: null,
      }
      const version = await opened.singleStatement((tx) => insertInteraction(tx, report, 'remembered'))
      if (version === null || version === 'duplicate') return reply.code(409).send({ version })
      lastDays.set(userId, day)
      return { id: report.id, points: report.points }
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return { port: (app.server.address() as AddressInfo).port }
  },
  usage: processUsage,
}

answerRequests(requests, async () => {
  app.server.closeAllConnections()
  await db?.close()
})
