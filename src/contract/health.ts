import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const health = z.object({ status: z.literal('ok') })

/** Answers while the process runs, without a database query. */
export const isLive = endpoint({ method: 'GET', path: '/health/live', answer: health })

/** Answers 200 only while requests can be served, otherwise 503. */
export const isReady = endpoint({ method: 'GET', path: '/health/ready', answer: health })
