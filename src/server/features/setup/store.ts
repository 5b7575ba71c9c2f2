import { testBrand } from '#domain/posts.ts'
import { isKept } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

/** Which steps the data of the product show to be done. */
export const getSetupFacts = query({
  name: 'get_setup_facts',
  sql: `select exists (select from users where not is_emergency and disabled_at is null) as "hasMembers",
     exists (select from posts where brand <> '${testBrand}') as "hasPost",
     exists (select from contests c where ${isKept('c')}) as "hasContest"`,
  row: { hasMembers: col.bool, hasPost: col.bool, hasContest: col.bool },
})
