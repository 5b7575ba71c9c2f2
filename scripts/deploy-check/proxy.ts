import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { livePath } from '#contract/live.ts'
import { paths } from '#contract/paths.ts'
import { freePort } from '#sandbox/free-port.ts'
import { captureProgram, hasProgram, projectRoot } from '../programs.ts'

type Outcome = { readonly problems: readonly string[] } | { readonly notRun: string }

/** How to run a proxy in the foreground with one file, and how to turn the example into that file. */
interface Proxy {
  readonly file: string
  readonly check: (file: string) => string[]
  readonly run: (file: string) => string[]
  readonly adapt: (text: string, ports: { readonly proxy: number; readonly product: number }) => string
}

const host = 'ovation.example.com'
const longestStartMs = 30_000

const proxies: Readonly<Record<'nginx' | 'caddy', Proxy>> = {
  nginx: {
    file: 'nginx.conf',
    check: (file) => ['nginx', '-t', '-c', file],
    run: (file) => ['nginx', '-c', file, '-g', 'daemon off;'],
    // Without TLS, because its certificate is not here; everything about the proxy stays.
    adapt: (text, { proxy, product }) =>
      `worker_processes 1;\nerror_log stderr;\npid FOLDER/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${[
        'client_body',
        'proxy',
        'fastcgi',
        'uwsgi',
        'scgi',
      ]
        .map((kind) => `${kind}_temp_path FOLDER/${kind};`)
        .join('\n')}\n${text
        .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${proxy};`)
        .replace(/^ *(listen \[::\]:443 ssl|ssl_\w+ .*);$/gm, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${product}`)}\n}\n`,
  },
  caddy: {
    file: 'Caddyfile',
    check: (file) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
    run: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    adapt: (text, { proxy, product }) =>
      `{\n\tadmin off\n\tstorage file_system FOLDER\n}\n${text
        .replace(`\n${host} {`, `\nhttp://${host}:${proxy} {\n\tbind 127.0.0.1`)
        .replace('127.0.0.1:3000', `127.0.0.1:${product}`)}`,
  },
}

/** Checks a proxy's example with the proxy itself, then starts the product behind it and uses it. */
export async function tryBehind(name: 'nginx' | 'caddy', deploy: string): Promise<Outcome> {
  if (!(await hasProgram(name))) return { notRun: `${name} is not here` }
  const proxy = proxies[name]
  const folder = await mkdtemp(join(tmpdir(), 'ovation-proxy-'))
  const children: ChildProcess[] = []
  try {
    const ports = { proxy: await freePort(), product: await freePort() }
    const file = join(folder, proxy.file)
    const text = await readFile(join(deploy, proxy.file), 'utf8')
    await writeFile(file, proxy.adapt(text, ports).replaceAll('FOLDER', folder))
    const checked = await captureProgram(proxy.check(file))
    if (!checked.isOk) return { problems: checked.output.trim().split('\n') }
    children.push(startProduct(ports, folder), start(proxy.run(file)))
    return { problems: await problemsThrough(ports.proxy) }
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(ended))
    await rm(folder, { recursive: true, force: true })
  }
}

function startProduct(
  ports: { readonly proxy: number; readonly product: number },
  folder: string,
): ChildProcess {
  return start([process.execPath, 'src/server/main.ts'], {
    PORT: String(ports.product),
    PUBLIC_URL: `http://${host}:${ports.proxy}`,
    ALLOW_INSECURE_HTTP: 'on',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
  })
}

function start([program = '', ...args]: string[], environment: Record<string, string> = {}): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(program, args, { cwd: projectRoot, env: { PATH, HOME, ...environment }, stdio: 'ignore' })
}

async function ended(child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) await sleep(20)
}

async function problemsThrough(port: number): Promise<string[]> {
  const origin = `http://127.0.0.1:${port}`
  const headers = { host: `${host}:${port}` }
  const until = performance.now() + longestStartMs
  const statusOf = (path: string) => statusBy(`${origin}${path}`, headers.host)
  while ((await statusOf('/health/ready')) !== 200) {
    if (performance.now() > until) return ['the product does not answer through the proxy']
    await sleep(100)
  }
  const answers: [string, boolean][] = [
    ['the sign-in screen is answered', (await statusOf(paths.login)) === 200],
    ['the interface is answered', (await statusOf('/api/user')) === 401],
    ['metrics are not public', (await statusOf('/metrics')) === 404],
    ['live connections pass', await hasLiveConnection(port, headers.host)],
  ]
  return answers.filter(([, holds]) => !holds).map(([what]) => `does not hold: ${what}`)
}

/** With a Host header of its own, which `fetch` does not allow. Null when nobody answers. */
async function statusBy(url: string, hostHeader: string): Promise<number | null> {
  const { request } = await import('node:http')
  return new Promise((resolve) => {
    request(url, { headers: { host: hostHeader } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
      .on('error', () => resolve(null))
      .end()
  })
}

async function hasLiveConnection(port: number, hostHeader: string): Promise<boolean> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, {
    headers: { host: hostHeader },
    origin: `http://${hostHeader}`,
  })
  const first = new Promise<boolean>((resolve) => {
    socket.once('message', (data) => resolve(String(data).includes('connected')))
    socket.once('error', () => resolve(false))
  })
  return first.finally(() => socket.close())
}
