import { guardsOf } from '#server/db/check.ts'

/** Checks that triggers make the audit trail append-only. */
export const auditGuards = guardsOf('audit_entries', ['audit_append_only', 'audit_no_truncate'])
