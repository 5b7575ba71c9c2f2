import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

export function healthRoutes(_app: FastifyInstance, _deps: Deps): void {}
