import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '#contract/errors.ts'
import { codesOf, lostConnection, withoutValues } from '#server/db/failure.ts'
import { sqlState } from '#server/db/transaction.ts'
import { AppError, statusOfCode } from '#server/errors.ts'

const retryAfterOutageSeconds = 5
/** The class of SQLSTATEs for values, and the one for a number that is too large. */
const dataException = '22'
const outOfRange = '22003'
const unreachable = new Set([
  lostConnection,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'ENOENT',
])

/** Turns whatever a request threw into the one shape of a refusal, and logs what is the server's fault. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (reply.sent) return
    const { status, body, retryAfterSeconds } = refusalOf(error, request)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Cookie')
    return sendRefusal(reply, status, body)
  })
}

export function sendRefusal(reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
  // Serialised by hand: the route's answer schema speaks of its success only.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(body))
}

interface Refusal {
  readonly status: number
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number | undefined
}

/** What to answer for what a request threw. Logs it if it is the server's fault. */
export function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof AppError) return plannedRefusal(error, request)
  if (hasZodFastifySchemaValidationErrors(error)) return validationRefusal(error)
  if (isOutage(error)) {
    request.log.error({ err: briefly(error), reqId: request.id }, 'database not available')
    const message = 'The service is temporarily unavailable. Please try again.'
    return {
      status: 503,
      body: { message, requestId: request.id },
      retryAfterSeconds: retryAfterOutageSeconds,
    }
  }
  const unfit = unfitValue(error)
  if (unfit) {
    request.log.warn({ err: briefly(error), reqId: request.id }, 'the database refused a value')
    return unfit
  }
  const status = error.statusCode ?? 500
  if (status < 500) return { status, body: { message: plainMessage(status, error) } }
  request.log.error({ err: error, reqId: request.id }, 'request failed')
  if (status === 503) {
    return {
      status,
      body: { message: error.message, requestId: request.id },
      retryAfterSeconds: retryAfterOutageSeconds,
    }
  }
  return { status: 500, body: { message: 'Something went wrong on our side.', requestId: request.id } }
}

function plannedRefusal(error: AppError, request: FastifyRequest): Refusal {
  const { code, message, issues, current, retryAfterSeconds } = error
  const body = { message, ...(issues && { issues: [...issues] }), ...(current && { current }) }
  if (code !== 'upstream-failed') return { status: statusOfCode[code], body, retryAfterSeconds }
  request.log.warn({ reqId: request.id, refusal: body }, 'an external system failed')
  return { status: statusOfCode[code], body: { ...body, requestId: request.id }, retryAfterSeconds }
}

function validationRefusal(error: { validation: { instancePath: string; message?: string }[] }): Refusal {
  const issues = error.validation.map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'is not valid',
  }))
  const [first] = issues
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : 'The request is not valid'
  return { status: 400, body: { message, issues } }
}

function plainMessage(status: number, error: FastifyError): string {
  if (status === 413) return 'The request is too large'
  if (status === 415) return 'Send the request as application/json'
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The request has no body'
  if (error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return 'The request is not well-formed JSON'
  return error.message
}

/** The refusal of a value that the database cannot store; null for other errors. */
function unfitValue(error: unknown): Refusal | null {
  const state = sqlState(error)
  if (state === outOfRange)
    return { status: 409, body: { message: 'This would make a number too large to be stored' } }
  if (!state?.startsWith(dataException)) return null
  return { status: 400, body: { message: 'The request has a value that cannot be stored' } }
}

/** Whether the database cannot be reached or cannot work just now: out of connections, time or disk. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null && /^(08|53|57P|57014|55P03|25P03)/.test(state)) return true
  return codesOf(error).some((code) => unreachable.has(code))
}

function briefly(error: Error): { type: string; message: string; state: string | null } {
  const { name: type, message } = withoutValues(error)
  return { type, message: message.slice(0, 300), state: sqlState(error) }
}
