/** How much one caller may ask for. The defaults are what production runs with; load tests pass larger ones. */
export interface Limits {
  /** Requests a minute of one member. */
  readonly perMember: number
  /** Reads a minute of one member of what stands ready and costs next to nothing. */
  readonly readyReadsPerMember: number
  /** Reports and undos a minute of one member. */
  readonly reportsPerMember: number
  /** Acts a minute, of one administrator, of a kind that is done to many things in a row. */
  readonly bulkActsPerMember: number
  /** Requests a minute from one address without a session. */
  readonly perAddress: number
  /** Deliveries a minute with one hook secret. */
  readonly perHookSecret: number
  /** Visits a minute of trackable links from one address, and how many of them may count. */
  readonly visitsPerAddress: number
  readonly countedVisitsPerAddress: number
  /** Presses a minute, of one administrator, of a button that asks another system something. */
  readonly probesPerMember: number
  /** Pause after each message to the chat's channel. */
  readonly chatPauseMs: number
  /** How long the chat may take to answer one question. */
  readonly chatTimeoutMs: number
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
  visitsPerAddress: 600,
  countedVisitsPerAddress: 30,
  probesPerMember: 10,
  chatPauseMs: 1_000,
  chatTimeoutMs: 10_000,
  socketsPerMember: 10,
  socketsPerAddress: 100,
  sockets: 20_000,
}
