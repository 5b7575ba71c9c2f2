import type { PointsConfiguration } from '#contract/points.ts'
import type { SlackStatus } from '#contract/slack.ts'
import { pointsTable } from '#web/parts/points/points-table.ts'

/** What stands under "Connect Slack". */
export function chatText(status: SlackStatus | undefined): string {
  if (!status) return 'Slack is where members sign in and where news is posted.'
  const { missing, connection, team, channel } = status
  if (missing.length === allSettings)
    return 'Opens Slack with name, scopes and redirect address filled in. Then paste five values and restart.'
  if (missing.length > 0)
    return `Still missing: ${new Intl.ListFormat('en-US').format(missing)}. Set and restart.`
  if (connection.state === 'connected')
    return channel === null ? 'Connected.' : `Connected to ${team ?? 'Slack'}, #${channel}.`
  if (connection.state === 'disconnected')
    return `All five values are set, but Slack refused: ${connection.reason ?? 'unknown reason'}.`
  return 'All five values are set. Test the connection.'
}

const allSettings = 5

/** `Like 15, comment 20, share 30`. */
export function rulesText(configurations: readonly PointsConfiguration[] | undefined): string {
  if (!configurations) return 'Each report earns points.'
  const text = pointsTable(configurations)
    .map(({ type, points }) => `${type} ${points}`)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
