import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('returns the wanted port while it is free, and another one once it is in use', async () => {
  const wanted = await freePort()
  expect(await freePort(wanted)).toBe(wanted)
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const other = await freePort(wanted)
  expect(other).not.toBe(wanted)
  const second = createServer().listen(other, '127.0.0.1')
  await once(second, 'listening')
  server.close()
  second.close()
})

it('returns a port below the range from which the system assigns ports', async () => {
  for (let count = 0; count < 20; count++) {
    const port = await freePort()
    expect(port).toBeGreaterThanOrEqual(10_000)
    expect(port).toBeLessThan(32_000)
  }
})
