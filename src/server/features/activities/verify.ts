import { inSql } from '#server/db/check.ts'

export const applauseCheck = inSql(
  'applause',
  `select format('the applause of %s for activity %s is for member %s, and the activity is of %s', p.user_id, a.id,
     p.receiver_id, a.user_id) as violation
   from applause p join activities a on a.id = p.activity_id
   where a.user_id is distinct from p.receiver_id order by a.id, p.user_id`,
)
