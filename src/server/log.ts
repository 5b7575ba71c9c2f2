import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { withoutValues } from './db/failure.ts'

export type Log = Logger

const secretPaths = [
  'password',
  'token',
  'secret',
  'cookie',
  'authorization',
  'connectionString',
  '*.password',
  '*.token',
  '*.secret',
  '*.cookie',
  '*.authorization',
  '*.connectionString',
  'req.headers',
]

/**
 * Logs JSON lines with UTC times. User input is a field, never the message, so it cannot forge a line. Of a database
 * error it writes names and codes, and no text that can quote a value.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const settings: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[secret]' },
    base: null,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(values, method) {
        values[0] = withoutValues(values[0])
        method.apply(this, values)
      },
    },
    serializers: { err: (error: Error) => pino.stdSerializers.err(withoutValues(error)) },
  }
  return pino(settings, destination)
}
