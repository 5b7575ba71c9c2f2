import { freePort } from '#sandbox/free-port.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { answerRequests } from './child-process.ts'

/** What this process can be asked. */
export type SandboxRequests = {
  /** The product with the sample team, as the demo shows it; answers its address. */
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
