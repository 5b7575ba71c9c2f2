import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before another server, and takes it away from its clients as long as a test wants. */
export interface CuttableProxy {
  readonly port: number
  /** Breaks all connections, and every new one at once. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

export async function startCuttableProxy(targetPort: number): Promise<CuttableProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const target = connect({ host: '127.0.0.1', port: targetPort })
    const pair = [client, target]
    for (const socket of pair) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        for (const each of pair) each.destroy()
      })
    }
    client.pipe(target).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    restore: () => {
      isCut = false
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
