import { newShare } from '#contract/shares.schema.ts'
import { type TypedCommand, typedCommand } from '#domain/chat-actions.ts'
import { platformOfLink } from '#domain/platforms.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { findEntry, listBoard, teamBoard } from '#server/features/boards/store.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import { findRecentInteractions } from '#server/features/interactions/store.ts'
import { submitShare } from '#server/features/shares/commands.ts'
import type { ChatMessage } from '../blocks/messages.ts'
import { ChatFailure } from '../channel/client.ts'
import { readStanding } from '../home/commands.ts'
import { boardMessage, helpMessage, standingMessage } from '../home/messages.ts'
import { actorOf, CallRefused, type ChatActor } from '../people/commands.ts'
import { placeOf } from '../presses/commands.ts'
import { undoneMessage, wordsMessage } from '../presses/messages.ts'

/** The chat waits for three seconds. */
const longestLookUpMs = 2_000
const boardShown = 5

interface Typed {
  readonly slackUserId: string
  /** What was typed after the command's name. */
  readonly text: string
}

/** Runs a command, and returns what whoever typed it is told. */
export async function runTyped(deps: Deps, { slackUserId, text }: Typed): Promise<ChatMessage> {
  const command = typedCommand(text)
  const { publicUrl } = deps.config
  if (command.kind === 'help' || command.kind === 'unknown')
    return helpMessage({ isUnknown: command.kind === 'unknown', publicUrl })
  try {
    const actor = await actorOf(deps, slackUserId, AbortSignal.timeout(longestLookUpMs))
    return await run(deps, actor, command)
  } catch (error) {
    if (error instanceof CallRefused || error instanceof AppError) return wordsMessage(wordsOf(error))
    if (error instanceof ChatFailure)
      return wordsMessage(`Slack did not say who you are (${error.code}). Try again in a minute.`)
    throw error
  }
}

type Running = Exclude<TypedCommand, { kind: 'help' } | { kind: 'unknown' }>

async function run(deps: Deps, actor: ChatActor, command: Running): Promise<ChatMessage> {
  const { publicUrl } = deps.config
  switch (command.kind) {
    case 'points':
      return standingMessage(await readStanding(deps, actor), publicUrl)
    case 'board':
      return readBoard(deps, actor)
    case 'undo':
      return undoLatest(deps, actor)
    default:
      return handIn(deps, actor, command)
  }
}

async function readBoard({ db, config }: Deps, actor: ChatActor): Promise<ChatMessage> {
  const [{ data }, own] = await Promise.all([
    listBoard(db, teamBoard, { limit: boardShown, offset: 0 }),
    findEntry.first(db, { boardId: teamBoard, userId: actor.id }),
  ])
  const placed = ({ id, rank, displayName, totalPoints: points }: (typeof data)[number]) => {
    return { rank, displayName, points, isOwn: id === actor.id }
  }
  return boardMessage(data.map(placed), own && placed(own), config.publicUrl)
}

async function undoLatest(deps: Deps, actor: ChatActor): Promise<ChatMessage> {
  const [recent] = await findRecentInteractions(deps.db, actor.id)
  const [latest] = recent?.list ?? []
  if (!latest) throw new CallRefused('There is no report of yours to take back.')
  const { pointsRemoved } = await undoInteraction(deps, actor, latest.id)
  return undoneMessage(pointsRemoved, await placeOf(deps, actor.id))
}

async function handIn(
  deps: Deps,
  actor: ChatActor,
  { link, message }: Extract<Running, { kind: 'share' }>,
): Promise<ChatMessage> {
  if (link === '') throw new CallRefused('Type the link to your share: /ovation share https://…')
  const platform = platformOfLink(link)
  if (platform === null)
    throw new CallRefused(`The link has to lead to one of these: ${Object.values(platformNames).join(', ')}.`)
  const wanted = newShare.safeParse({ platform, shareUrl: link, customMessage: message })
  if (!wanted.success) throw new CallRefused(wanted.error.issues[0]?.message ?? 'The link cannot be used.')
  const { status } = await submitShare(deps, actor, wanted.data)
  return wordsMessage(
    status === 'approved'
      ? `Thank you! Your share on ${platformNames[platform]} goes out.`
      : `Thank you! Your share on ${platformNames[platform]} waits for a review, and earns its points then.`,
  )
}

function wordsOf({ message }: Error): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
