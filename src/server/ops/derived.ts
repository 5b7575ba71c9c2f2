import { statement, type Tx } from '#server/db/handle.ts'

/** Tables that are filled from others, by triggers, folds and jobs. */
export const derivedTables: readonly string[] = [
  'active_days',
  'board_blocks',
  'board_entries',
  'board_moves',
  'board_totals',
  'board_windows',
  'daily_figures',
  'entry_moves',
  'member_days',
  'member_directory',
  'period_leaders',
  'post_figures',
  'report_moves',
  'share_figures',
  'share_moves',
  'team_days',
  'team_scores',
  'team_totals',
  'window_moves',
  'window_parts',
  'window_scores',
]

/** The functions that make them anew, and the tables whose triggers call for them row by row. */
const makers = ['rebuild_boards', 'rebuild_member_directory', 'rebuild_figures']
const sources = ['users', 'standings', 'interactions', 'ledger', 'shares']

const listMakers = statement<{ name: string }>(
  'list_makers_of_derived',
  `select proname::text as name from pg_proc
   where pronamespace = current_schema()::regnamespace and proname = any ($1::text[])`,
)

/** Fills tables without their triggers, and then makes at once what is derived from them. A schema may have nothing of it. */
export async function withoutDeriving<Result>(tx: Tx, fill: () => Promise<Result>): Promise<Result> {
  const known = await tx.run(listMakers, [makers])
  const switchTriggers = async (to: 'enable' | 'disable') => {
    for (const table of known.length > 0 ? sources : [])
      await tx.run(statement('', `alter table ${table} ${to} trigger user`), [])
  }
  await switchTriggers('disable')
  const result = await fill()
  await switchTriggers('enable')
  for (const { name } of known) await tx.run(statement('', `select ${name}()`), [])
  return result
}
