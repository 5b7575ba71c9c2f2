/** What `npm audit --json` tells: the known flaws of severity high or critical, or why it could not look. */
export type AuditResult = { readonly severe: readonly string[] } | { readonly unanswered: string }

interface Report {
  readonly metadata?: { readonly vulnerabilities?: unknown }
  readonly vulnerabilities?: Readonly<Record<string, { severity: string; range: string }>>
  readonly message?: string
  readonly error?: { readonly summary?: string }
}

/** Reads the output of `npm audit --json`. */
export function readAudit(output: string): AuditResult {
  const report = jsonIn(output)
  if (!report?.metadata?.vulnerabilities) {
    const reason = String(report?.message ?? report?.error?.summary ?? 'no answer').split('\n')[0]
    return { unanswered: reason ?? 'no answer' }
  }
  const severe = Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  return { severe }
}

function jsonIn(output: string): Report | null {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
