import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultQueue, type Fault } from './faults.ts'
import { listen, type ReadRequest, readRequest } from './http.ts'

/** Zapier's catch hook on loopback: accepts and records whatever is sent to it. */
export interface CatchHook {
  /** The address of one hook. With `silent/` appended the answer has no body. */
  url: string
  port: number
  /** Every request so far, oldest first, including those that ended in a fault. */
  journal(): readonly CaughtRequest[]
  fault(fault: Fault): void
  clearFaults(): void
  close(): Promise<void>
}

export interface CaughtRequest {
  method: string
  /** With the query. */
  url: string
  headers: IncomingHttpHeaders
  /** The raw bytes, for checking a signature. */
  body: Buffer
}

const hookPath = '/hooks/catch/1234567/abcdefg/'

export async function startCatchHook({ port = 0 }: { port?: number } = {}): Promise<CatchHook> {
  const listening = await listen(port)
  const faults = createFaultQueue()
  const journal: CaughtRequest[] = []
  listening.server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    readRequest(incoming)
      .then(async (request) => {
        journal.push(request)
        const fault = faults.take(request.path)
        if (fault?.mode === 'slow' || fault?.mode === 'late') {
          await sleep(fault.delayMs ?? 0)
          answer(request, response)
        } else answer(request, response, fault)
      })
      .catch(() => response.destroy())
  })
  return {
    url: `http://127.0.0.1:${listening.port}${hookPath}`,
    port: listening.port,
    journal: () => [...journal],
    fault: faults.add,
    clearFaults: faults.clear,
    close: listening.close,
  }
}

function answer({ path }: ReadRequest, response: ServerResponse, fault?: Fault): void {
  if (fault?.mode === 'hang') return
  if (fault?.mode === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (fault) {
    const { status = 200, headers = {}, body = { status: 'error' } } = fault
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
    return
  }
  const [isHook, ending = ''] = /^\/hooks\/catch\/\w+\/\w+\/(silent\/?)?$/.exec(path) ?? []
  if (isHook === undefined) {
    response.writeHead(404).end()
    return
  }
  // A Zap that is switched off or deleted answers the same: the answer confirms receipt and nothing more.
  const id = randomUUID()
  const receipt = { attempt: id, id, request_id: id, status: 'success' }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(ending === '' ? JSON.stringify(receipt) : '')
}
