import type { Member } from '#server/access/session.ts'
import type { Deps } from '#server/deps.ts'
import { keepChatZone } from '#server/features/streaks/commands.ts'
import { findSlackMember } from '#server/features/users/store.ts'
import { openClient } from '../channel/commands.ts'
import { SignInRefused } from '../sign-in/client.ts'
import { admitMember } from '../sign-in/commands.ts'

/** Who acts in the chat. */
export type ChatActor = Pick<Member, 'id' | 'username' | 'displayName' | 'role'>

/** A call of the chat that cannot have an effect, in words for whoever made it. */
export class CallRefused extends Error {}

/** The member behind a person of the workspace; null for whoever is none yet. Throws a CallRefused for a disabled one. */
export async function knownActorOf(deps: Deps, slackUserId: string): Promise<ChatActor | null> {
  const known = await findSlackMember.first(deps.db, { teamId: teamOf(deps), userId: slackUserId })
  if (known?.isDisabled)
    throw new CallRefused('Your account in Ovation is disabled. An administrator can enable it again.')
  return known && !known.isExpected ? known : null
}

function teamOf({ config }: Deps): string {
  if (config.slackTeamId !== null) return config.slackTeamId
  throw new CallRefused('Ovation does not know its workspace yet: an administrator has to set SLACK_TEAM_ID.')
}

/**
 * The same, where whoever is no member yet becomes one by the rules of the sign-in, for which Slack is asked about the
 * person. Throws a CallRefused for whoever may not take part, and a ChatFailure when Slack does not answer.
 */
export async function actorOf(deps: Deps, slackUserId: string, deadline?: AbortSignal): Promise<ChatActor> {
  const known = await knownActorOf(deps, slackUserId)
  if (known) return known
  const { publicUrl } = deps.config
  const teamId = teamOf(deps)
  const person = await openClient(deps, deadline)?.person(teamId, slackUserId)
  if (person === undefined)
    throw new CallRefused(`Ovation cannot look you up in Slack. Sign in once at ${publicUrl}, and try again.`)
  if (!person?.isColleague)
    throw new CallRefused('Only colleagues of this workspace can take part: no guests, and no apps.')
  if (person.email === null)
    throw new CallRefused(
      `Slack does not tell your email address. Sign in once at ${publicUrl}, and try again.`,
    )
  const { id: userId, email, isEmailConfirmed: isEmailVerified, name, avatar } = person
  const identity = { teamId, userId, email, isEmailVerified, name, avatar }
  const admitting = deps.db.transaction(async (tx) => {
    const id = await admitMember(deps, tx, identity)
    await keepChatZone(deps, tx, { userId: id, chatZone: person.timeZone })
  })
  await admitting.catch(asRefused)
  return findSlackMember.one(deps.db, { teamId, userId: slackUserId })
}

function asRefused(error: unknown): never {
  if (error instanceof SignInRefused)
    throw new CallRefused('Ovation could not make an account for you. Try again.')
  throw error
}
