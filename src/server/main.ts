import type { Config } from './config.ts'
import { DataFolderError } from './ops/data-folder-error.ts'
import { startQuickly } from './quick-start.ts'
import type { RunningServer } from './run.ts'

const hardStopMs = 9_000
// Those who waited for the start are answered first.
const workAfterMs = 250

// Whatever the process writes is for its own account alone.
process.umask(0o077)

// All else is loaded late, so that it comes from the cache.
const withoutCache = startQuickly()
const { ConfigError, readConfig } = await import('./config.ts')

try {
  const config = readConfig()
  const starting = start(config)
  // Before the start is complete: a signal during the start must work too.
  stopOnSignals(starting)
  const server = await starting
  const { emergencyAdmin } = server
  process.stdout.write(`Ovation is ready at ${config.publicUrl}\n`)
  if (emergencyAdmin.password !== null) {
    process.stdout.write(
      `Emergency sign-in (shown only once): ${emergencyAdmin.email} with the password ${emergencyAdmin.password}\n`,
    )
  }
} catch (error) {
  if (error instanceof ConfigError) for (const line of error.lines) process.stderr.write(`${line}\n`)
  else if (error instanceof DataFolderError) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(`Ovation could not start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

/** Loads most of the program while the embedded engine opens its folder. */
async function start(config: Config): Promise<RunningServer> {
  const opening = config.databaseUrl === null ? import('./ops/data-folder.ts') : null
  const data = opening?.then(({ openDataFolder }) => openDataFolder(config.dataDir))
  data?.catch(() => undefined)
  const { runServer } = await import('./run.ts')
  const server = await runServer(config, { workAfterMs, ...(data && { data: await data }) })
  if (withoutCache !== null) server.deps.log.info({ reason: withoutCache }, 'starts without a cache of code')
  return server
}

function stopOnSignals(starting: Promise<RunningServer>): void {
  let isStopping = false
  const stop = (exitCode: number) => {
    // A second signal stops at once.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), hardStopMs).unref()
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  const fail = (error: unknown) => {
    starting.then(
      ({ deps }) => deps.log.fatal({ err: error }, 'unexpected error'),
      () => undefined,
    )
    stop(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}
