import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { freePort } from '#sandbox/free-port.ts'
import { type PostgresPrograms, preparePrograms, publicTempFolder } from '#test/support/postgres-programs.ts'

export interface PostgresOptions {
  /** False gives up fsync and synchronous commits for speed; a crash may then lose or damage data. */
  durable?: boolean
  /** Further `name=value` settings, as `postgres -c` takes them. */
  settings?: string[]
  /** The folder in which its own is made, instead of the usual one. Everybody has to be able to enter it. */
  parent?: string
}

export interface RunningPostgres {
  /** Superuser address of the database `postgres`. */
  url: string
  dataDir: string
  /** Ends every connection, then the server, and deletes its data. */
  stop(): Promise<void>
}

/** The user who runs the server. PostgreSQL refuses root, and a bare machine has no user for it. */
interface Runner {
  uid?: number
  gid?: number
}

/** Set by a run whose databases have another time zone than the workspace. */
export const databaseZone = process.env.OVATION_TEST_DATABASE_ZONE

const unprivilegedId = 65_534
const startTimeoutMs = 30_000
const stopTimeoutMs = 15_000
const portAttempts = 5

/**
 * Runs its arguments until they end, or until standard input closes. The kernel closes that pipe when the
 * starting process ends, however it ends, so no server and no data folder outlives its test run.
 */
const guardian = `
folder=$1; shift
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
( read -r _ <&3; kill -INT $server ) 2>/dev/null &
watcher=$!
wait $server; code=$?
kill $watcher 2>/dev/null
cd /; rm -rf "$folder"
exit $code`

/** Starts a new, empty PostgreSQL on 127.0.0.1 and a free port. Under root it runs as an unprivileged user. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const programs = await preparePrograms()
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(programs, options)
    } catch (error) {
      const isPortTaken = String(error).includes('could not bind')
      if (!isPortTaken || attempt === portAttempts) throw error
    }
  }
}

/** Starts a streaming replica of a server, as a copy of its data. It has the same databases and passwords. */
export async function startReplica(primary: RunningPostgres): Promise<RunningPostgres> {
  const programs = await preparePrograms()
  const { runner, folder, dataDir } = await newFolder()
  try {
    await copyData(primary, { runner, folder, dataDir })
    const port = await freePort()
    const server = await serve(programs, { runner, folder, dataDir, port, options: { durable: false } })
    const address = new URL(primary.url)
    address.port = String(port)
    return { url: address.href, dataDir, stop: () => stopServer(server, folder) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Creates a database on the server of `url`, as a copy of `template` if given, and returns its address. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const source = template === undefined ? '' : ` TEMPLATE ${escapeIdentifier(template)}`
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}${source}`)
  } finally {
    await client.end()
  }
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

async function startOnce(programs: PostgresPrograms, options: PostgresOptions): Promise<RunningPostgres> {
  const { runner, folder, dataDir } = await newFolder(options.parent)
  try {
    const password = randomBytes(16).toString('hex')
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    await giveTo(runner, passwordFile)
    await initialise(programs, { runner, folder, dataDir, passwordFile })
    const port = await freePort()
    const server = await serve(programs, { runner, folder, dataDir, port, options })
    const stop = () => stopServer(server, folder)
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, dataDir, stop }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function newFolder(parent?: string): Promise<Cluster> {
  const runner: Runner = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {}
  const folder = await mkdtemp(join(parent ?? (await publicTempFolder()), 'ovation-pg-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  for (const path of [folder, dataDir]) await giveTo(runner, path)
  return { runner, folder, dataDir }
}

/** A base backup by hand, because the package has no program for it. */
async function copyData(primary: RunningPostgres, { runner, folder, dataDir }: Cluster): Promise<void> {
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    // As the user who runs the copy, who has to own it.
    const copy = spawn('/bin/cp', ['-R', `${primary.dataDir}/.`, dataDir], { ...runner, cwd: folder })
    const output = collect(copy)
    const code = await exitOf(copy)
    if (code !== 0) throw new Error(`cp ended with ${code}: ${output()}`)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await rm(join(dataDir, 'postmaster.pid'))
    const { username, password, port } = new URL(primary.url)
    const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`
    const files = { backup_label: rows[0].labelfile, 'standby.signal': '' }
    for (const [name, text] of Object.entries(files)) await writeFile(join(dataDir, name), text)
    await appendFile(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    for (const name of Object.keys(files)) await giveTo(runner, join(dataDir, name))
  } finally {
    await client.end()
  }
}

async function giveTo(runner: Runner, path: string): Promise<void> {
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(path, runner.uid, runner.gid)
}

interface Cluster {
  runner: Runner
  folder: string
  dataDir: string
}

async function initialise(
  programs: PostgresPrograms,
  cluster: Cluster & { passwordFile: string },
): Promise<void> {
  const { runner, folder, dataDir, passwordFile } = cluster
  // The builtin locale is the only collation that every machine has and that sorts the same everywhere.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // Each test opens several connections. Whoever could guess the password is on this machine already.
  const cheap = '--set=scram_iterations=1'
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', cheap]
  const child = spawn(programs.initdb, [`--pgdata=${dataDir}`, '--no-sync', ...locale, ...access], {
    ...runner,
    cwd: folder,
    env: plainEnvironment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const code = await exitOf(child)
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${output()}`)
  await rm(passwordFile, { force: true })
}

async function serve(
  programs: PostgresPrograms,
  cluster: Cluster & { port: number; options: PostgresOptions },
): Promise<ChildProcess> {
  const { runner, folder, dataDir, port, options } = cluster
  const isDurable = options.durable ?? true
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'log_min_messages=warning',
    'log_min_error_statement=panic',
    ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(databaseZone ? [`timezone=${databaseZone}`] : []),
    ...(options.settings ?? []),
  ]
  const command = [programs.postgres, '-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn('/bin/sh', ['-c', guardian, 'postgres-guardian', folder, ...command], {
    ...runner,
    cwd: folder,
    env: plainEnvironment(folder),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A Ctrl-C in the terminal must reach the tests first; the closing pipe then ends the server.
    detached: true,
  })
  const output = collect(child)
  let isClosed = false
  child.once('close', () => {
    isClosed = true
  })
  const deadlineMs = performance.now() + startTimeoutMs
  while (!/ready to accept (read-only )?connections/.test(output())) {
    if (isClosed) throw new Error(`PostgreSQL ended: ${output()}`)
    if (performance.now() > deadlineMs) {
      child.stdin?.end()
      throw new Error(`PostgreSQL was not ready after ${startTimeoutMs} ms: ${output()}`)
    }
    await delay(20)
  }
  return child
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = exitOf(server)
    server.stdin?.end()
    const isEnded = await Promise.race([ended.then(() => true), delay(stopTimeoutMs, false, { ref: false })])
    // Last resort: kill the whole process group, which the guardian leads.
    if (!isEnded && server.pid) process.kill(-server.pid, 'SIGKILL')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
}

/** Returns the end of a child's output. It reads all output, so the child never blocks on a full pipe. */
function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (chunk: string) => {
      text = (text + chunk).slice(-4_000)
    })
  }
  return () => text
}

async function exitOf(child: ChildProcess): Promise<number | string | null> {
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

/** Keeps out variables such as PGDATA and PGOPTIONS, and a locale that the machine lacks. */
function plainEnvironment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' }
}
