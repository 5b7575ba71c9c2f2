import { monotonicMs } from '#server/clock.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { noteHalt, noteTaken } from '#server/features/direct-messages/commands.ts'
import { findRecord, updateExpired } from '#server/features/direct-messages/store.ts'
import {
  confirmationToken,
  mailIdOf,
  type TakenMail,
  takeMail,
  unsubscribeToken,
} from '#server/features/mail/commands.ts'
import * as store from '#server/features/mail/store.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import type { JobData } from '#server/jobs/queues.ts'
import { MailClient, MailFailure } from './client.ts'
import { confirmationMail, mailPart, newsMail } from './messages.ts'

// Leaves time for one more e-mail before the job expires, because another instance would then start.
const longestWorkMs = 15_000
const expiredAtATime = 2_000
const shortestPauseMs = 60_000
/** While nothing is taken, it is tried again after as long as it has lasted, within these bounds. */
const longestHaltMs = 10 * 60_000
const firstPauseMs = 5 * 60_000
const longestPauseMs = 60 * 60_000

/**
 * Sends the e-mails that are due, one for each member. The queue runs one job at a time across all instances. A refusal of
 * one recipient gives that e-mail up. What the mail server refuses for everybody, and an outage, let all e-mails wait.
 */
export async function sendMails(
  deps: Deps,
  { examine = false }: JobData<'mail.send'>,
  { signal, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const { db, clock } = deps
  const endsAtMs = monotonicMs() + longestWorkMs
  const client = openMailClient(deps)
  if (!client || (!examine && (await isHeldBack(deps)))) return
  await updateExpired(db, { now: clock.now(), limit: expiredAtATime })
  for (;;) {
    const due = await store.findDueMail.first(db, { now: clock.now() })
    if (!due) return
    signal.throwIfAborted()
    if (stopping.aborted || monotonicMs() > endsAtMs) {
      await db.transaction((tx) => deps.jobs.enqueue(tx, 'mail.send', {}))
      return
    }
    const taken = await takeMail(deps, due.userId)
    if (taken && (await sendOne(deps, client, taken)) === 'halted') return
  }
}

/** Whether the mail server took nothing a short while ago. */
async function isHeldBack({ db, clock }: Deps): Promise<boolean> {
  const halt = await findRecord(db, 'mail_halt')
  if (!halt) return false
  const checkedAtMs = Date.parse(halt.checkedAt)
  const lastedMs = checkedAtMs - Date.parse(halt.since)
  const pauseMs = Math.min(Math.max(lastedMs, shortestPauseMs), longestHaltMs)
  return clock.now().getTime() - checkedAtMs < pauseMs
}

/** Null when no mail server is set up. */
function openMailClient({ config, limits }: Pick<Deps, 'config' | 'limits'>): MailClient | null {
  const { mail: server, publicUrl } = config
  return (
    server && new MailClient({ server, host: new URL(publicUrl).hostname, timeoutMs: limits.mailTimeoutMs })
  )
}

async function sendOne(deps: Deps, client: MailClient, taken: TakenMail): Promise<'done' | 'halted'> {
  const { db, clock, config, log, metrics } = deps
  const { userId, choice, address, news } = taken
  const said = news.map(({ id, news: each }) => ({ id, kind: each.kind, part: readablePart(each, config) }))
  const readable = said.flatMap(({ id, kind, part }) => (part ? [{ id, kind, part }] : []))
  const unreadable = said.flatMap(({ id, part }) => (part ? [] : [id]))
  if (unreadable.length > 0) {
    const failedAt = clock.now()
    await store.updateMailFailure(db, { ids: unreadable, failure: 'unreadable', failedAt, missed: 1 })
    log.warn({ messages: unreadable }, 'messages cannot be read and are not sent')
  }
  if (readable.length === 0) return 'done'
  const ids = readable.map(({ id }) => id)
  const reading = { publicUrl: config.publicUrl, choice, token: unsubscribeToken(deps, userId) }
  try {
    const mail = newsMail(readable, reading)
    await client.send({ to: address, mail, id: mailIdOf(taken), date: clock.now() })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    metrics.countMail(error.kind === 'recipient' ? 'refused' : 'failed')
    return handleFailure(deps, { taken, ids, failure: error })
  }
  metrics.countMail('sent')
  await store.updateMailSent(db, { ids, now: clock.now() })
  await noteTaken(deps, 'mail')
  return 'done'
}

// A message of another version may lack fields. It must not block the others.
function readablePart(news: TakenMail['news'][number]['news'], { publicUrl }: Deps['config']) {
  try {
    return mailPart(news, publicUrl)
  } catch {
    return null
  }
}

interface Failed {
  readonly taken: TakenMail
  readonly ids: TakenMail['news'][number]['id'][]
  readonly failure: MailFailure
}

async function handleFailure(
  deps: Deps,
  { taken: { userId, tries }, ids, failure: { kind, code, isUnclear } }: Failed,
): Promise<'done' | 'halted'> {
  const { db, clock, log } = deps
  const now = clock.now()
  const isRefused = kind === 'recipient'
  const failedAt = isRefused ? now : null
  await store.updateMailFailure(db, { ids, failure: code, failedAt, missed: isUnclear ? 0 : 1 })
  if (isRefused) {
    log.warn({ messages: ids.length, code }, 'the mail server refused a recipient; the e-mail is not sent')
    return 'done'
  }
  if (kind === 'later') {
    const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
    await store.updateMailDue(db, { userId, dueAt: new Date(now.getTime() + pauseMs) })
    return 'done'
  }
  // If it is this e-mail that breaks the connection, those of others come first the next time.
  if (isUnclear) await store.updateMailDue(db, { userId, dueAt: new Date(now.getTime() + shortestPauseMs) })
  await noteHalt(deps, 'mail', code)
  return 'halted'
}

/**
 * Asks the owner of an address whether it is theirs, unless somebody vouches for it by now. Throws a MailFailure unless
 * the mail server has taken the e-mail or refuses the recipient, so that the queue retries.
 */
export async function sendConfirmation(deps: Deps, { userId }: JobData<'mail.confirm'>): Promise<void> {
  const client = openMailClient(deps)
  const found = await store.findAddress.first(deps.db, { userId })
  if (!client || !found?.isUnconfirmed || found.address === null) return
  const { address } = found
  const token = confirmationToken(deps, { userId, address })
  const mail = confirmationMail({ publicUrl: deps.config.publicUrl, token })
  try {
    await client.send({ to: address, mail, id: newId(), date: deps.clock.now() })
    deps.metrics.countMail('sent')
  } catch (error) {
    const isRefused = error instanceof MailFailure && error.kind === 'recipient'
    deps.metrics.countMail(isRefused ? 'refused' : 'failed')
    if (!isRefused) throw error
  }
}
