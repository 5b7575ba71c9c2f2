import { once } from 'node:events'
import { createServer } from 'node:net'

/** `wanted` if nothing listens on it on 127.0.0.1 just now, else any free port. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (wanted !== 0) return freePort()
    throw error
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
