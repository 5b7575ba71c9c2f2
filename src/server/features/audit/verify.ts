import { guardsOf } from '#server/db/check.ts'

/** That nobody can change the record of what administrators did. */
export const auditGuards = guardsOf('audit_entries', ['audit_append_only', 'audit_no_truncate'])
