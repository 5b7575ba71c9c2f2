import { inSql } from '#server/db/check.ts'

export const identityCheck = inSql(
  'one post of an identity',
  `select format('%s posts have the identity %s', count(*), identity) as violation
   from posts group by identity having count(*) > 1`,
)
