/** Limits for each caller. Production uses the defaults; load tests pass larger ones. */
export interface Limits {
  /** Requests a minute of one member. */
  readonly perMember: number
  /** Reads of cached answers a minute of one member; they cost next to nothing. */
  readonly readyReadsPerMember: number
  /** Reports and undos a minute of one member. */
  readonly reportsPerMember: number
  /** Acts a minute of one administrator that are often repeated for many items in a row. */
  readonly bulkActsPerMember: number
  /** Requests a minute from one address without a session. */
  readonly perAddress: number
  /** Deliveries a minute with one hook secret. */
  readonly perHookSecret: number
  /** Calls a minute of the chat from one address. */
  readonly chatCallsPerAddress: number
  /** Visits a minute to trackable links from one address, and how many of them may count. */
  readonly visitsPerAddress: number
  readonly countedVisitsPerAddress: number
  /** Clicks a minute of one administrator on buttons that query another system. */
  readonly probesPerMember: number
  /** Pause after each message to the Slack channel. */
  readonly chatPauseMs: number
  /** Pause after each direct message. Slack lets an app send several hundred a minute, to different people. */
  readonly directPauseMs: number
  /** How long Slack may take to answer one request. */
  readonly chatTimeoutMs: number
  /** How long a mail server may take for one answer. */
  readonly mailTimeoutMs: number
  readonly socketsPerMember: number
  readonly socketsPerAddress: number
  readonly sockets: number
}

export const defaultLimits: Limits = {
  perMember: 300,
  readyReadsPerMember: 6_000,
  reportsPerMember: 60,
  bulkActsPerMember: 1_200,
  perAddress: 100,
  perHookSecret: 120,
  // Slack calls for a whole company from a few addresses, and what is not signed costs next to nothing.
  chatCallsPerAddress: 30_000,
  visitsPerAddress: 600,
  countedVisitsPerAddress: 30,
  probesPerMember: 10,
  chatPauseMs: 1_000,
  directPauseMs: 250,
  chatTimeoutMs: 10_000,
  mailTimeoutMs: 10_000,
  socketsPerMember: 10,
  socketsPerAddress: 100,
  sockets: 20_000,
}
