import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'

const forbiddenParts = new Set(['__proto__', 'constructor', 'prototype', 'proto'])
const deepest = 4
const longestName = 200
const mostFields = 500

/**
 * Lets senders with the hook secret send forms, and JSON with another content type, as automation services do. A
 * browser's session may send only JSON, because another site could make it send a form.
 */
export function acceptHookBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => fieldsOf(textOf(request, body)),
  )
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const type = request.headers['content-type'] ?? ''
      if (type !== '' && !/^text\/plain\b/i.test(type)) throw notUnderstood()
      void parseJson(request, textOf(request, body as Buffer), done)
    } catch (error) {
      done(error instanceof Error ? error : notUnderstood())
    }
  })
}

function textOf(request: FastifyRequest, body: Buffer): string {
  if (request.caller.kind !== 'hook' || request.headers['content-encoding']) throw notUnderstood()
  request.rawBody = Buffer.from(body)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('invalid', 'The request is not valid UTF-8')
  }
}

function notUnderstood(): AppError {
  return new AppError('wrong-content-type', 'Send the request as application/json')
}

type Fields = { [name: string]: string | string[] | Fields }

/** Nests flat names: `engagement_data__likes` and `engagement_data[likes]` become `likes` in `engagement_data`. */
function fieldsOf(text: string): Fields {
  // Counted before anything is taken apart, so that no body takes long. A limit stops the split early.
  if (text.split('&', mostFields + 1).length > mostFields)
    throw new AppError('invalid', `The request has more than ${mostFields} fields`)
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) put(fields, partsOf(name), value)
  return fields
}

function partsOf(name: string): string[] {
  if (name.length > longestName)
    throw new AppError(
      'invalid',
      `The request has a field whose name is longer than ${longestName} characters`,
    )
  const parts = name.replace(/\[([^\][]*)\]/g, '__$1').split('__')
  const isForbidden = parts.some((part) => forbiddenParts.has(part)) || forbiddenParts.has(name)
  if (isForbidden || parts.length > deepest)
    throw new AppError('invalid', 'The request has a field whose name is not allowed')
  return parts
}

function put(fields: Fields, [first = '', ...rest]: string[], value: string): void {
  const known = Object.hasOwn(fields, first) ? fields[first] : undefined
  const isGroup = typeof known === 'object' && !Array.isArray(known)
  if (rest.length > 0) {
    const group: Fields = isGroup ? known : {}
    put(group, rest, value)
    fields[first] = group
    return
  }
  if (Array.isArray(known)) known.push(value)
  else fields[first] = typeof known === 'string' ? [known, value] : value
}
