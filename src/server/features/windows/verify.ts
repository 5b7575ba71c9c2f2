import { inSql } from '#server/db/check.ts'
import { wrongCounts } from '#server/db/day-windows.ts'
import { isWithin } from '#server/db/fragments.ts'

export const windowsCheck = inSql(
  'windows',
  wrongCounts(
    'window',
    `select id, start_date, end_date, row_number() over (order by id)::int as number from board_windows where is_whole and has_members`,
    `select number, user_id, points, shares, engagements from window_scores s join kept on kept.id = s.window_id
     union all
     select number, user_id, points, shares, engagements from window_moves m join kept on ${isWithin('kept', 'm.day')}`,
  ),
)
