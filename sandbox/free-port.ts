import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ephemeral range: the system may give one of those to an outgoing connection before we use it. Above 10080,
// the highest port that browsers refuse to open.
const lowest = 10_081
const highest = 32_000
const draws = 20

/**
 * `wanted` if nothing listens on it on 127.0.0.1, otherwise another free port. That port is random, so that processes
 * which ask at the same time get different ones.
 * @throws when no port is free.
 */
export async function freePort(wanted?: number): Promise<number> {
  const drawn = Array.from({ length: draws }, () => randomInt(lowest, highest))
  // The last resort, 0, lets the system choose.
  for (const port of [...(wanted === undefined ? [] : [wanted]), ...drawn, 0]) {
    const free = await tryPort(port)
    if (free !== null) return free
  }
  throw new Error('no free port')
}

async function tryPort(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address === null || typeof address === 'string' ? null : address.port
}
