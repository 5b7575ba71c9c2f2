import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes of the body, for checking signatures. */
    rawBody?: Buffer
  }
}

/** Accepts only uncompressed JSON in UTF-8 as a body. Refuses anything else before a route sees it. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding']) {
      done(new AppError('wrong-content-type', 'Compressed bodies are not accepted'))
      return
    }
    const bytes = Buffer.from(body as Buffer)
    request.rawBody = bytes
    try {
      void parse(request, decoder.decode(bytes), done)
    } catch {
      done(new AppError('invalid', 'The request is not valid UTF-8'))
    }
  })
}
