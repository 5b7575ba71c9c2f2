import type { FastifyInstance } from 'fastify'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import type { LedgerEntry } from '#contract/ledger.ts'
import { safeUrl, titleOf } from '#domain/posts.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { mount } from '#server/http/mount.ts'
import { type LedgerRow, listLedgerMonths, listLedgerRows } from './store.ts'

export function ledgerRoutes(app: FastifyInstance, { db, config: { timeZone } }: Deps): void {
  mount(app, listOwnLedger, {
    permission: 'take part',
    handle: async ({ member: { id: userId }, query: { limit, cursor } }) => {
      const after = placeOf<'ledgerEntry'>(cursor)
      const place = { afterAt: after?.at ?? null, afterId: after?.id ?? null }
      const [rows, months] = await Promise.all([
        listLedgerRows(db, { userId, timeZone, limit: limit + 1, ...place }),
        listLedgerMonths(db, { userId, timeZone }),
      ])
      const { page, nextCursor } = pageOf(rows, limit, (row) => row)
      return { data: page.map(entryView), nextCursor, months }
    },
  })
}

function entryView({ at, content, url, ...row }: LedgerRow): LedgerEntry {
  return {
    ...row,
    at: at.toISOString(),
    title: content === null ? null : titleOf(content),
    url: safeUrl(url),
  }
}
