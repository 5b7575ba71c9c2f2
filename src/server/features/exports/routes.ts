import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportQuery } from '#contract/analytics.schema.ts'
import { exportFiles, exportPath } from '#contract/analytics.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { openExport } from './commands.ts'

// Without HEAD, which would note a download of which not a byte was sent.
const options = { config: { permission: 'administer' }, exposeHeadRoute: false } as const

export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(exportPath, options, async (request, reply) => {
    const { caller, ip } = request
    if (caller.kind !== 'member') throw new AppError('not-signed-in', 'Please sign in')
    const { file: asked } = request.params as { file: string }
    const file = exportFiles.find((name) => name === asked)
    if (file === undefined) throw new AppError('unknown', 'There is no such file')
    const query = exportQuery.safeParse(request.query)
    if (!query.success) throw invalidField('days', query.error.issues[0]?.message ?? 'Not a period')
    const { name, pieces } = await openExport(deps, { member: caller.member, ip }, { file, ...query.data })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(pieces, { objectMode: false }))
  })
}
