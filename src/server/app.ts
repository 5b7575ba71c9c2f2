import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ChildLoggerOptions } from 'pino'
import { guardRoutes } from './access/guard.ts'
import { recordRefusals } from './access/refusals.ts'
import { sessionCookieName } from './access/session.ts'
import type { Deps } from './deps.ts'
import { achievementRoutes } from './features/achievements/routes.ts'
import { activityRoutes } from './features/activities/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { appealRoutes } from './features/appeals/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { automationRoutes } from './features/automation/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { bellRoutes } from './features/bell/routes.ts'
import { boardSettingsRoutes } from './features/board-settings/routes.ts'
import { checkRoutes } from './features/checks/routes.ts'
import { contestRoutes } from './features/contests/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { notificationSettingRoutes } from './features/direct-messages/routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { honestyRoutes } from './features/honesty/routes.ts'
import { interactionRoutes } from './features/interactions/routes.ts'
import { leaderboardRoutes } from './features/leaderboard/routes.ts'
import { ledgerRoutes } from './features/ledger/routes.ts'
import { linkRoutes } from './features/links/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { missedRoutes } from './features/missed/routes.ts'
import { pointsRoutes } from './features/points/routes.ts'
import { postRoutes } from './features/posts/routes.ts'
import { questRoutes } from './features/quests/routes.ts'
import { reviewRoutes } from './features/review/routes.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { socialAccountRoutes } from './features/social-accounts/routes.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { streakRoutes } from './features/streaks/routes.ts'
import { surgeRoutes } from './features/surges/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { teamContestRoutes } from './features/team-contests/routes.ts'
import { teamRoutes } from './features/teams/routes.ts'
import { todayRoutes } from './features/today/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { prepareHooks } from './hooks/mount.ts'
import { mountApiDocs } from './http/api-docs.ts'
import { acceptJsonOnly } from './http/bodies.ts'
import { handleErrors } from './http/errors.ts'
import { secureHeaders } from './http/headers.ts'
import { noteWriters } from './http/mount.ts'
import { serveWeb } from './http/pages.ts'
import { type Patience, usualPatience } from './http/patience.ts'
import { requestIds, watchRequests } from './http/requests.ts'
import { validatorCompiler } from './http/validator.ts'
import { mailRoutes } from './integrations/mail/routes.ts'
import { channelRoutes } from './integrations/slack/channel/routes.ts'
import { groupRoutes } from './integrations/slack/groups/routes.ts'
import { importRoutes } from './integrations/slack/import/routes.ts'
import { receiveRoutes } from './integrations/slack/receive/routes.ts'
import { signInRoutes } from './integrations/slack/sign-in/routes.ts'
import { socialpilotHooks, socialpilotRoutes } from './integrations/socialpilot/routes.ts'
import { zapierHooks, zapierRoutes } from './integrations/zapier/routes.ts'
import { mountLive } from './live/socket.ts'
import type { Log } from './log.ts'

const bodyLimitBytes = 262_144
const maxFrameBytes = 1_024

/** The routes of each feature and integration, in order. */
const features = [
  healthRoutes,
  metricsRoutes,
  authRoutes,
  tokenRoutes,
  userRoutes,
  memberRoutes,
  postRoutes,
  pointsRoutes,
  interactionRoutes,
  teamRoutes,
  teamContestRoutes,
  todayRoutes,
  leaderboardRoutes,
  activityRoutes,
  bellRoutes,
  notificationSettingRoutes,
  missedRoutes,
  contestRoutes,
  questRoutes,
  achievementRoutes,
  shareRoutes,
  setupRoutes,
  backupRoutes,
  deliveryRoutes,
  webhookRoutes,
  ledgerRoutes,
  statementRoutes,
  reviewRoutes,
  appealRoutes,
  checkRoutes,
  linkRoutes,
  socialAccountRoutes,
  signInRoutes,
  channelRoutes,
  importRoutes,
  groupRoutes,
  receiveRoutes,
  mailRoutes,
  socialpilotRoutes,
  automationRoutes,
  honestyRoutes,
  boardSettingsRoutes,
  streakRoutes,
  zapierRoutes,
  auditRoutes,
  systemRoutes,
  analyticsRoutes,
  surgeRoutes,
  exportRoutes,
]

// Without these the framework loads its own, for JSON Schema, in a hundred modules. It has their types only.
const ownCompilers = {
  buildValidator: () => validatorCompiler as never,
  buildSerializer: () => serializerCompiler as never,
}

/** The whole server: every plugin and every list of routes by name, in order. */
export async function buildApp(deps: Deps, patience: Patience = usualPatience): Promise<FastifyInstance> {
  const idOf = requestIds()
  const app = fastify({
    schemaController: { compilersFactory: ownCompilers },
    loggerInstance: sharedLog(deps.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.config.trustProxy.length > 0 ? [...deps.config.trustProxy] : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: patience.requestMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.checkMs },
    // What still arrives while the server stops is answered like everything else, and passes the same hooks.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: idOf,
    // An unreadable address does not exist. Routed again, its answer passes the same hooks as every other.
    frameworkErrors: (_error, { server, raw }, reply) => {
      raw.url = '/api'
      server.routing(raw, reply.raw)
    },
  })
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  acceptJsonOnly(app)
  secureHeaders(app, deps.config)
  watchRequests(app, deps)
  await app.register(cookie, { hook: false })
  guardRoutes(app, deps)
  recordRefusals(app, deps)
  if (deps.reads.counts) noteWriters(app, deps.reads)
  mountApiDocs(app, deps.config)
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes, perMessageDeflate: false },
    preClose: () => deps.hub.close(),
  })

  for (const routes of features) await app.register(async (scope) => routes(scope, deps))
  await app.register(async (scope) => {
    prepareHooks(scope, deps)
    for (const mountHooks of [socialpilotHooks, zapierHooks]) mountHooks(scope, deps)
  })
  await app.register(async (scope) => mountLive(scope, { ...deps, idOf }))
  await serveWeb(app, { sessionCookie: sessionCookieName(deps.config) })
  return app
}

/**
 * The framework asks for a child logger for each request. Creating or validating one takes longer than many answers, so
 * it gets the same one each time. A line about a request names the request's id.
 */
function sharedLog(log: Log): FastifyBaseLogger {
  const shared: FastifyBaseLogger = Object.create(log, {
    child: {
      value: (_bindings: object, options: ChildLoggerOptions = {}) =>
        options.serializers ? sharedLog(log.child({}, options)) : shared,
    },
  })
  return shared
}
