import { type Check, type Finding, findViolations, type Listener } from './db/check.ts'
import type { Db } from './db/handle.ts'
import { achievementChecks } from './features/achievements/verify.ts'
import { applauseCheck } from './features/activities/verify.ts'
import { figureChecks } from './features/analytics/verify.ts'
import { auditGuards } from './features/audit/verify.ts'
import { boardChecks } from './features/boards/verify.ts'
import { standingsCheck, winnerGuards, winnersCheck } from './features/contests/verify.ts'
import { reportChecks } from './features/interactions/verify.ts'
import { entryChecks, ledgerGuards, sumChecks, totalChecks } from './features/ledger/verify.ts'
import { linkChecks } from './features/links/verify.ts'
import { identityCheck } from './features/posts/verify.ts'
import { shareChecks } from './features/shares/verify.ts'
import { streakCheck } from './features/streaks/verify.ts'
import { teamStandingGuards, teamStandingsCheck } from './features/team-contests/verify.ts'
import { teamsCheck } from './features/teams/verify.ts'
import { directoryCheck, nameCheck } from './features/users/verify.ts'
import { windowsCheck } from './features/windows/verify.ts'

/** What must hold: every list of checks by name, in the order of the findings. */
export const checks: readonly Check[] = [
  ...totalChecks,
  streakCheck,
  ...entryChecks,
  standingsCheck,
  windowsCheck,
  teamsCheck,
  ...boardChecks,
  ...figureChecks,
  ...reportChecks,
  identityCheck,
  ledgerGuards,
  auditGuards,
  winnerGuards,
  teamStandingGuards,
  ...achievementChecks,
  ...shareChecks,
  applauseCheck,
  winnersCheck,
  teamStandingsCheck,
  ...linkChecks,
  nameCheck,
  directoryCheck,
]

/** Recomputes what is kept beside the ledger and the reports, and answers every check in a fixed order. */
export function verify(db: Db, listener?: Listener): Promise<Finding[]> {
  return findViolations(db, checks, listener)
}

/** How many totals differ from the ledger. */
export async function countMismatches(db: Db): Promise<number> {
  const findings = await findViolations(db, sumChecks)
  return findings.reduce((sum, { violations }) => sum + violations.length, 0)
}
