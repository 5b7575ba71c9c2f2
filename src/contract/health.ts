import { endpoint } from './endpoint.ts'

interface Health {
  readonly status: 'ok'
}

/** Answers while the process runs, without a database query. */
export const isLive = endpoint<{ answer: Health }>('GET', '/health/live')

/** Answers 200 only while requests can be served, otherwise 503. */
export const isReady = endpoint<{ answer: Health }>('GET', '/health/ready')
