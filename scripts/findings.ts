import type { Finding, Listener } from '#server/db/check.ts'
import type { Db } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'

/**
 * Runs every check and prints one line for each as soon as it has ended, and one for each violation. On a terminal the
 * last line says meanwhile what is under way. Returns the number of violations.
 */
export async function printFindings(db: Db): Promise<number> {
  const findings = await verify(db, process.stdout.isTTY ? onTerminal() : { finding: printFinding })
  return findings.reduce((sum, { violations }) => sum + violations.length, 0)
}

function onTerminal(): Listener {
  const clear = '\r\u001b[K'
  return {
    portion: (names, count) => process.stdout.write(`${clear}… ${names.join(', ')}: portion ${count}`),
    finding: (finding) => {
      process.stdout.write(clear)
      printFinding(finding)
    },
  }
}

function printFinding({ name, violations }: Finding): void {
  console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}: ${violations.length}`)
  for (const line of violations) console.log(`  ${line}`)
}
