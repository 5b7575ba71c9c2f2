import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Limits } from '#server/access/limits.ts'
import type { SessionKind } from '#server/access/sessions.ts'
import type { Db } from '#server/db/handle.ts'
import { type ErrorCode, statusOfCode } from '#server/errors.ts'
import { type Answered, Durations } from './durations.ts'

/** What counts itself and is read at each scrape. */
interface Sources {
  readonly version: string
  readonly db: Pick<Db, 'load'>
  readonly cache: { readonly builds: number; readonly hits: number }
  /** Null without a replica. */
  readonly reads: Readonly<Record<'replica' | 'primary' | 'repeated', number>> | null
  readonly live: { readonly size: number; readonly sent: ReadonlyMap<string, number> }
  readonly limits: Pick<Limits, 'sockets'>
}

/** What only the database knows. */
export interface Figures {
  readonly queues: readonly {
    readonly queue: string
    readonly queued: number
    readonly oldestSeconds: number
  }[]
  readonly deadLetters: number
  readonly outbox: { readonly waiting: number; readonly failed: number; readonly oldestSeconds: number }
  /** Messages that wait for e-mails, and those that were not taken. */
  readonly mail: { readonly waiting: number; readonly failed: number }
  /** Null before the first check. */
  readonly ledgerMismatches: number | null
  /** Seconds since 1970; null before the first backup. */
  readonly lastBackupSeconds: number | null
}

const codeOfStatus = new Map(
  Object.entries(statusOfCode).map(([code, status]) => [status, code as ErrorCode] as const),
)

/** The metrics of one running product. None of them names a member. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #answers = new Durations(
    'ovation_http_request_duration_seconds',
    'Time to answer a request, by method, route and status',
  )
  readonly #reports = this.#counter('ovation_reports_total', 'Reports of members that were accepted')
  readonly #refusals = this.#counter('ovation_refusals_total', 'Requests that were refused, by code', [
    'code',
  ])
  readonly #logins = this.#counter(
    'ovation_login_attempts_total',
    'Sign-ins that were judged, by way and result',
    ['method', 'result'],
  )
  readonly #slackRequests = this.#counter(
    'ovation_slack_requests_total',
    "Requests to Slack's Web API, by result",
    ['result'],
  )
  readonly #slackCalls = this.#counter(
    'ovation_slack_calls_total',
    'Calls that came from Slack, by whether their signature was right',
    ['result'],
  )
  readonly #mails = this.#counter('ovation_mails_total', 'Attempts to send an e-mail, by result', ['result'])
  readonly #isDatabaseUp = this.#gauge('ovation_database_up', 'Whether the database answered this scrape')
  readonly #queued = this.#gauge('ovation_jobs_queued', 'Jobs whose time has come and that wait', ['queue'])
  readonly #oldestJob = this.#gauge('ovation_jobs_oldest_seconds', 'How long the oldest such job waits', [
    'queue',
  ])
  readonly #deadLetters = this.#gauge('ovation_dead_letters', 'Jobs that failed for good')
  readonly #outboxWaiting = this.#gauge('ovation_chat_outbox_waiting', 'Notifications that wait for the chat')
  readonly #outboxOldest = this.#gauge(
    'ovation_chat_outbox_oldest_seconds',
    'How long the oldest of them waits',
  )
  readonly #outboxFailed = this.#gauge('ovation_chat_outbox_failed', 'Notifications that are not retried')
  readonly #mailWaiting = this.#gauge('ovation_mail_waiting', 'Messages that wait for the e-mails of members')
  readonly #mailFailed = this.#gauge('ovation_mail_failed', 'Messages that the mail server did not take')
  readonly #mismatches = this.#gauge('ovation_ledger_mismatches', 'Totals that differ from the ledger')
  readonly #lastBackup = this.#gauge(
    'ovation_backup_last_success_timestamp_seconds',
    'When the last backup succeeded',
  )
  #isWatchingProcess = false

  constructor({ version, db, cache, reads, live, limits }: Sources) {
    for (const code of codeOfStatus.values()) this.#refusals.inc({ code }, 0)
    this.#counter('ovation_cache_builds_total', 'Answers that the cache built', [], (counter) => {
      counter.reset()
      counter.inc(cache.builds)
    })
    this.#counter('ovation_cache_hits_total', 'Answers that the cache had ready', [], (counter) => {
      counter.reset()
      counter.inc(cache.hits)
    })
    this.#counter('ovation_list_reads_total', 'Lists read, by where', ['from'], (counter) => {
      counter.reset()
      for (const [from, count] of Object.entries(reads ?? {})) counter.inc({ from }, count)
    })
    this.#counter('ovation_frames_sent_total', 'Live messages sent, by type', ['type'], (counter) => {
      counter.reset()
      for (const [type, count] of live.sent) counter.inc({ type }, count)
    })
    this.#gauge('ovation_sockets', 'Open live connections', [], (gauge) => gauge.set(live.size))
    this.#gauge('ovation_sockets_limit', 'Live connections that this instance accepts').set(limits.sockets)
    this.#gauge('ovation_database_connections', 'Connections to the database, open', [], (gauge) =>
      gauge.set(db.load().open),
    )
    this.#gauge('ovation_database_in_use', 'Connections to the database with work under way', [], (gauge) =>
      gauge.set(db.load().inUse),
    )
    this.#gauge('ovation_database_waiting', 'Statements that wait for a connection', [], (gauge) =>
      gauge.set(db.load().waiting),
    )
    this.#gauge('ovation_build_info', 'Always 1; the label is the version', ['version']).set({ version }, 1)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Counts what this process uses: its memory, time, and the delay of the event loop. */
  watchProcess(): void {
    if (this.#isWatchingProcess) return
    this.#isWatchingProcess = true
    collectDefaultMetrics({ register: this.#registry })
  }

  countAnswer(answered: Answered, seconds: number): void {
    this.#answers.count(answered, seconds)
    if (answered.status < 400) return
    const code = codeOfStatus.get(answered.status as never)
    if (code !== undefined) this.#refusals.inc({ code })
  }

  countReport(): void {
    this.#reports.inc()
  }

  countLogin(method: SessionKind, result: 'succeeded' | 'refused'): void {
    this.#logins.inc({ method, result })
  }

  countSlackRequest(result: string): void {
    this.#slackRequests.inc({ result })
  }

  countSlackCall(result: 'accepted' | 'refused'): void {
    this.#slackCalls.inc({ result })
  }

  countMail(result: 'sent' | 'refused' | 'failed'): void {
    this.#mails.inc({ result })
  }

  /** The text for Prometheus, with these figures; without those of a database that did not answer. */
  async text(figures: Figures | null): Promise<string> {
    this.watchProcess()
    this.#isDatabaseUp.set(figures === null ? 0 : 1)
    this.#queued.reset()
    this.#oldestJob.reset()
    for (const { queue, queued, oldestSeconds } of figures?.queues ?? []) {
      this.#queued.set({ queue }, queued)
      this.#oldestJob.set({ queue }, oldestSeconds)
    }
    setOrRemove(this.#deadLetters, figures?.deadLetters)
    setOrRemove(this.#outboxWaiting, figures?.outbox.waiting)
    setOrRemove(this.#outboxFailed, figures?.outbox.failed)
    setOrRemove(this.#outboxOldest, figures?.outbox.oldestSeconds)
    setOrRemove(this.#mailWaiting, figures?.mail.waiting)
    setOrRemove(this.#mailFailed, figures?.mail.failed)
    setOrRemove(this.#mismatches, figures?.ledgerMismatches)
    setOrRemove(this.#lastBackup, figures?.lastBackupSeconds)
    return `${this.#answers.text()}\n${await this.#registry.metrics()}`
  }

  #counter(
    name: string,
    help: string,
    labelNames: string[] = [],
    collect?: (counter: Counter) => void,
  ): Counter {
    const made: Counter = new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      ...(collect && { collect: () => collect(made) }),
    })
    return made
  }

  #gauge(name: string, help: string, labelNames: string[] = [], collect?: (gauge: Gauge) => void): Gauge {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      ...(collect && { collect: () => collect(made) }),
    })
    return made
  }
}

/** A series without a value is left out, because 0 would be a claim. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove()
  else gauge.set(value)
}
