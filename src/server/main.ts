import { ConfigError, readConfig } from './config.ts'
import { DataFolderError } from './ops/data-folder.ts'
import { type RunningServer, runServer } from './run.ts'

const hardStopMs = 9_000

try {
  const config = readConfig()
  const starting = runServer(config)
  // Requests are taken before everything else has started: whoever may stop it then must not have to wait for that.
  stopOnSignals(starting)
  const server = await starting
  const { emergencyAdmin } = server
  process.stdout.write(`Ovation is ready at ${config.publicUrl}\n`)
  if (emergencyAdmin.password !== null) {
    process.stdout.write(
      `Emergency sign-in (shown this once): ${emergencyAdmin.email} with the password ${emergencyAdmin.password}\n`,
    )
  }
} catch (error) {
  if (error instanceof ConfigError) for (const line of error.lines) process.stderr.write(`${line}\n`)
  else if (error instanceof DataFolderError) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(`Ovation could not start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

function stopOnSignals(starting: Promise<RunningServer>): void {
  let isStopping = false
  const stop = (exitCode: number) => {
    // A second signal means "now".
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
      ({ deps }) => deps.log.fatal({ err: error }, 'unexpected failure'),
      () => undefined,
    )
    stop(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}
