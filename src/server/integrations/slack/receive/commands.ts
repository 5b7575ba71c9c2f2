import type { SlackCall } from '#contract/slack.ts'
import { slackEventsPath } from '#domain/slack-app.ts'
import { hashOf } from '#server/access/session.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { findSlackMember } from '#server/features/users/store.ts'
import { findHookAnswer, insertHookAnswer } from '#server/hooks/store.ts'
import { personEvent } from './messages.ts'

/**
 * Queues the comparison of the members with the workspace when somebody may have left or come back. An event that Slack
 * delivers again queues nothing more.
 */
export async function receiveEvent(deps: Deps, call: SlackCall): Promise<void> {
  const found = personEvent(call)
  if (!found) return
  const { eventId, person } = found
  await deps.db.transaction(async (tx) => {
    if (person && !(await isNews(deps, tx, person))) return
    if (eventId !== null && !(await isFirstDelivery(deps, tx, eventId))) return
    await deps.jobs.enqueue(tx, 'chat.members', {})
  })
}

/** Slack also tells each change of a picture or of a status text, and of people without an account here. */
async function isNews(
  { config }: Deps,
  tx: Tx,
  { userId, isRemoved }: { readonly userId: string; readonly isRemoved: boolean },
): Promise<boolean> {
  if (config.slackTeamId === null) return true
  const member = await findSlackMember.first(tx, { teamId: config.slackTeamId, userId })
  return member !== null && member.isDisabled !== isRemoved
}

async function isFirstDelivery({ clock }: Deps, tx: Tx, eventId: string): Promise<boolean> {
  const receipt = { route: slackEventsPath, deliveryId: hashOf(eventId) }
  if ((await findHookAnswer(tx, receipt)) !== null) return false
  await insertHookAnswer(tx, {
    route: receipt.route,
    deliveryId: receipt.deliveryId,
    answer: {},
    at: clock.now(),
  })
  return true
}
