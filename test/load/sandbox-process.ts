import { freePort } from '#sandbox/free-port.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { answerRequests } from './child-process.ts'

/** The requests that this process answers. */
export type SandboxRequests = {
  /** Starts the product with the sample team, as the demo does. Returns its address. */
  start(): Promise<{ url: string }>
}

let sandbox: Sandbox | null = null

const requests: SandboxRequests = {
  start: async () => {
    sandbox = await startSandbox({ port: await freePort() })
    return { url: sandbox.url }
  },
}

answerRequests(requests, () => sandbox?.stop())
