import { type Logger, pino } from 'pino'

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

/** Logs JSON lines with UTC times. User input is a field, never the message, so it cannot forge a line. */
export function createLog(level: string): Log {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[secret]' },
    base: null,
    formatters: { level: (label) => ({ level: label }) },
  })
}
