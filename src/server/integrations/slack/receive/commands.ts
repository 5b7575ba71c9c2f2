import type { SlackCall } from '#contract/slack.ts'
import {
  isAnswerAddress,
  slackCommandsPath,
  slackEventsPath,
  slackInteractivityPath,
} from '#domain/slack-app.ts'
import { hashOf } from '#server/access/session.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { findSlackMember } from '#server/features/users/store.ts'
import { findHookAnswer, insertDelivery, insertHookAnswer } from '#server/hooks/store.ts'
import { receivePress } from '../presses/commands.ts'
import { decideInDialog } from '../reviews/commands.ts'
import { dialogId, reasonBlock } from '../reviews/messages.ts'
import { runTyped } from '../typed/commands.ts'
import { commandOf, homeOpener, type Interaction, interactionOf, personEvent } from './messages.ts'

/**
 * Queues what an event asks for: the comparison of the members with the workspace when somebody may have left or come
 * back, or the Home tab of whoever opened it. An event that Slack delivers again queues nothing more.
 */
export async function receiveEvent(deps: Deps, call: SlackCall): Promise<void> {
  const found = personEvent(call)
  const slackUserId = homeOpener(call)
  if (!found && slackUserId === null) return
  const eventId = call.event_id ?? null
  await deps.db.transaction(async (tx) => {
    if (found?.person && !(await isNews(deps, tx, found.person))) return
    if (!(await isFirst(deps, tx, { route: slackEventsPath, key: eventId, kind: call.event?.type ?? '' })))
      return
    if (slackUserId === null) await deps.jobs.enqueue(tx, 'chat.members', {})
    else await deps.jobs.enqueue(tx, 'chat.home', { slackUserId })
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

interface Received {
  readonly route: string
  /** What makes it this call; null if Slack did not say. */
  readonly key: string | null
  /** For the log, which holds no content. */
  readonly kind: string
}

/** Notes a call in the log of deliveries. Returns whether it came for the first time. */
async function isFirst({ clock }: Deps, tx: Tx, { route, key, kind }: Received): Promise<boolean> {
  const at = clock.now()
  const receipt = key === null ? null : { route, deliveryId: hashOf(key) }
  const isRepeat = receipt !== null && (await findHookAnswer(tx, receipt)) !== null
  if (receipt && !isRepeat) await insertHookAnswer(tx, { ...receipt, answer: {}, at })
  await insertDelivery(tx, {
    id: newId(),
    direction: 'in',
    route,
    sender: 'chat',
    outcome: isRepeat ? 'duplicate' : 'accepted',
    status: 200,
    body: { kind },
    createdAt: at,
    finishedAt: at,
  })
  return !isRepeat
}

/** A form that Slack has signed. */
interface SignedForm {
  readonly fields: URLSearchParams
  readonly signature: string
  readonly ip: string
}

/**
 * Takes a press, which is worked on after the answer, or decides with a filled-in dialog. Returns the body of the answer;
 * null for an empty one. Another workspace's calls have no effect.
 */
export async function receiveInteraction(deps: Deps, form: SignedForm): Promise<object | null> {
  const call = interactionOf(form.fields.get('payload'))
  if (call === null || !isOwnTeam(deps, call.team?.id ?? null) || !isOwnTeam(deps, call.user.team_id ?? null))
    return null
  if (call.type === 'view_submission') return decide(deps, call, form)
  await pressed(deps, call, form)
  return null
}

type Call<Type extends Interaction['type']> = Extract<Interaction, { type: Type }>

async function pressed(
  deps: Deps,
  call: Call<'block_actions'>,
  { signature, ip }: SignedForm,
): Promise<void> {
  const [{ action_id: actionId, value, action_ts: at } = { action_id: '', value: '', action_ts: '' }] =
    call.actions
  const { user, container, response_url: responseUrl = '', trigger_id: triggerId = null } = call
  // Each press of Slack has its own trigger. Without any mark of its own, the signature tells presses apart.
  const mark = triggerId ?? at ?? signature
  const place = container?.message_ts ?? container?.view_id ?? ''
  await receivePress(deps, {
    key: hashOf(JSON.stringify([user.id, place, actionId, value, mark, at ?? ''])),
    slackUserId: user.id,
    actionId,
    value,
    responseUrl: isAnswerAddress(responseUrl, deps.config.slackApiUrl) ? responseUrl : null,
    triggerId,
    ip,
  })
}

async function decide(deps: Deps, { user, view }: Call<'view_submission'>, { ip }: SignedForm) {
  if (view.callback_id !== dialogId) return null
  const reason = view.state.values[reasonBlock]?.[reasonBlock]?.value ?? ''
  const submission = { slackUserId: user.id, metadata: view.private_metadata, reason, ip }
  const errors = await decideInDialog(deps, submission)
  await deps.db.transaction((tx) =>
    isFirst(deps, tx, { route: slackInteractivityPath, key: null, kind: view.callback_id }),
  )
  return errors && { response_action: 'errors', errors }
}

/** Answers a command; null for an empty answer, as to a repeat. */
export async function runCommand(deps: Deps, { fields, signature }: SignedForm): Promise<object | null> {
  const command = commandOf(fields)
  if (command === null || !isOwnTeam(deps, command.team_id)) return null
  const key = command.trigger_id ?? signature
  const received = { route: slackCommandsPath, key: `${command.user_id} ${key}`, kind: 'command' }
  if (!(await deps.db.transaction((tx) => isFirst(deps, tx, received)))) return null
  const { text, blocks } = await runTyped(deps, { slackUserId: command.user_id, text: command.text })
  return { response_type: 'ephemeral', text, blocks }
}

/** Slack may leave the workspace out; the signature has told already that it is the app's. */
function isOwnTeam({ config }: Deps, teamId: string | null): boolean {
  return teamId === null || config.slackTeamId === null || teamId === config.slackTeamId
}
