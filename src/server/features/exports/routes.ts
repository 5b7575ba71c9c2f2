import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ExportFile, exportFiles, exportPath } from '#contract/analytics.ts'
import { csvLine, csvStart } from '#domain/csv.ts'
import { dayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { exportSources, listExportRows } from './store.ts'

const pageRows = 1_000

export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(exportPath, { config: { permission: 'administer' } }, async (request, reply) => {
    const { file: asked } = request.params as { file: string }
    const file = exportFiles.find((name) => name === asked)
    if (file === undefined) throw new AppError('unknown', 'There is no such file')
    // The headers wait for the first page, so that an error until then is answered as an error and not as half a file.
    const pieces = await piecesOf(deps, file)
    const today = dayOf(deps.clock.now(), deps.config.timeZone)
    const name = `ovation-${file.replace('.csv', `-${today}.csv`)}`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(pieces, { objectMode: false }))
  })
}

/** The file in pieces. Reads the next page only after the previous one has been sent. */
async function piecesOf({ db }: Deps, file: ExportFile): Promise<AsyncIterable<string>> {
  const first = await listExportRows(db, file, { after: null, limit: pageRows })
  return (async function* () {
    let page = first
    yield csvStart + [exportSources[file].heads, ...page.rows].map(csvLine).join('')
    while (page.rows.length === pageRows) {
      page = await listExportRows(db, file, { after: page.last, limit: pageRows })
      yield page.rows.map(csvLine).join('')
    }
  })()
}
