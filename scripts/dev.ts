import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { projectRoot } from './programs.ts'

// Runs the demo behind Vite: browser code reloads in place, and the server restarts when its code changes.
const webPort = 5173
const serverPort = 3001
process.env.PUBLIC_URL = `http://localhost:${webPort}`

const child = spawn(
  process.execPath,
  ['--watch-path=src', '--watch-path=sandbox', '--watch-preserve-output', 'sandbox/demo.ts'],
  { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, PORT: String(serverPort) } },
)
const web = await createServer({
  configFile: join(projectRoot, 'vite.config.ts'),
  server: { port: webPort, strictPort: true },
})
await web.listen()
web.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    child.kill(signal)
    void web.close().then(() => process.exit(0))
  })
}
