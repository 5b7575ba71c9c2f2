import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range from which systems give ports to outgoing connections, where one might be taken before it is used.
const lowest = 10_000
const highest = 32_000
const draws = 20

/**
 * `wanted` if nothing listens on it on 127.0.0.1 just now, else another free port: drawn at random, so that processes
 * which ask at the same time get different ones.
 * @throws when there is none at all.
 */
export async function freePort(wanted?: number): Promise<number> {
  const drawn = Array.from({ length: draws }, () => randomInt(lowest, highest))
  // At last any that the system has left.
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
