import { spawnSync } from 'node:child_process'

const folder = new URL('../../deploy/prometheus/', import.meta.url).pathname
const checks = [
  ['check', 'rules', 'alerts.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
] as const

/** The outcome of one check. A check whose program is missing proves nothing, and says so. */
export interface AlertCheck {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'promtool is not installed'
  readonly output: string
}

/** Has promtool check and test the rules of the alerts. */
export function checkAlerts(program = 'promtool'): AlertCheck[] {
  return checks.map((parts) => {
    const { error, status, stdout, stderr } = spawnSync(program, parts, { cwd: folder, encoding: 'utf8' })
    const outcome = error ? 'promtool is not installed' : status === 0 ? 'passed' : 'failed'
    return { name: `promtool ${parts.join(' ')}`, outcome, output: `${stdout ?? ''}${stderr ?? ''}` }
  })
}
