import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const askEveryMs = 500

/**
 * A balancer on loopback: it asks every half second who is ready, divides requests among those, keeps connections, and
 * tries nothing twice. What it cannot pass on it answers with 502.
 */
export async function startBalancer(ports: readonly number[]): Promise<{ port: number; stop(): void }> {
  const agent = new Agent({ keepAlive: true })
  let ready: readonly number[] = []
  const ask = async () => {
    const states = await Promise.all(ports.map(isReady))
    ready = ports.filter((_, nth) => states[nth])
  }
  await ask()
  const asking = setInterval(() => void ask(), askEveryMs)
  let turn = 0
  const server = createServer((asked, answer) => {
    const port = ready[turn++ % ready.length]
    const { method, url: path, headers } = asked
    const passed = request({ agent, port, method, path, headers, host: '127.0.0.1' }, (received) => {
      const { connection: _, ...kept } = received.headers
      answer.writeHead(received.statusCode ?? 502, kept)
      received.pipe(answer)
    })
    passed.on('error', (error) => answer.headersSent || answer.writeHead(502).end(error.message))
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      clearInterval(asking)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
