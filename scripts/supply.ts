import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captureProgram, projectRoot } from './programs.ts'
import { readAudit } from './supply/audit.ts'
import { readLockFile, undecidedScripts, unknownLicences, unpinnedIn } from './supply/lock-file.ts'
import { shippedPackages } from './supply/shipped.ts'

/** Checks where the packages come from and what is known about them. Returns the exit code. */
async function checkSupply(): Promise<number> {
  const packages = await readLockFile(projectRoot)
  const manifest = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  const results = [
    tell(`${packages.length} packages are pinned by SHA-512 to the public registry`, unpinnedIn(packages)),
    tell('each install script is allowed or denied by package.json', undecidedScripts(packages, manifest)),
    tell('every licence of what is handed on is known', unknownLicences(await shippedPackages(projectRoot))),
    await audit(),
  ]
  const failed = results.filter((isOk) => !isOk).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

function tell(what: string, problems: readonly string[]): boolean {
  console.log(`${problems.length > 0 ? '✗' : '✓'} ${what}`)
  for (const problem of problems) console.log(`    ${problem}`)
  return problems.length === 0
}

/** Fails for known flaws of severity high or worse. A registry that cannot answer is said, and fails nothing. */
async function audit(): Promise<boolean> {
  const { output } = await captureProgram(['npm', 'audit', '--json', '--audit-level=high'])
  const result = readAudit(output)
  if ('unanswered' in result) {
    console.log(`! the audit did not run, because the registry could not answer: ${result.unanswered}`)
    return true
  }
  return tell('no package has a known flaw of severity high or critical', result.severe)
}

process.exitCode = await checkSupply()
