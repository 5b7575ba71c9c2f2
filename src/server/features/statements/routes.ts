import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/ledger.schema.ts'
import { ownLedgerFile } from '#contract/ledger.ts'
import { dayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { mount } from '#server/http/mount.ts'
import { readStatement, readStatementOf, statementFile } from './commands.ts'

export function statementRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listOwnLedger, {
    permission: 'take part',
    handle: ({ member, query }) => readStatement(deps, member.id, query),
  })
  mount(app, contract.listLedgerOf, {
    permission: 'review',
    handle: ({ member, params, query }) =>
      deps.reads.list({ shows: contract.listLedgerOf, by: member.id }, (db) =>
        readStatementOf({ ...deps, db }, params.userId, query),
      ),
  })
  app.get(ownLedgerFile, { config: { permission: 'take part' } }, async (request, reply) => {
    if (request.caller.kind !== 'member') throw new AppError('not-signed-in', 'Please sign in')
    const filters = contract.ledgerFilters.safeParse(request.query)
    if (!filters.success) {
      const [issue] = filters.error.issues
      throw invalidField(issue?.path.join('.') ?? '', issue?.message ?? 'The filter is not valid')
    }
    const pieces = await statementFile(deps, request.caller.member.id, filters.data)
    const name = `ovation-points-${dayOf(deps.clock.now(), deps.config.timeZone)}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(pieces, { objectMode: false }))
  })
}
