import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

/** How many checks or tests passed, failed and were skipped. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Absolute path of the project, without a slash at the end. */
export const projectRoot = join(import.meta.dirname, '..')

/**
 * Runs a program from node_modules/.bin or the PATH in the project's root, without input. Its output is passed through.
 * Returns whether it succeeded.
 */
export async function runProgram(command: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: environment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'close')
  return code === 0
}

/** Like `runProgram`, but returns the output, for programs that run in parallel. */
export async function captureProgram(command: string[]): Promise<{ isOk: boolean; output: string }> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: environment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  return { isOk: code === 0, output: Buffer.concat(chunks).toString() }
}

/** Whether a program is on the PATH of this machine. */
export async function hasProgram(name: string): Promise<boolean> {
  const { isOk } = await captureProgram(['sh', '-c', `command -v ${name}`])
  return isOk
}

/** The project's programs come first in the PATH. That includes node, because the machine's may be older. */
function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, ...env, PATH: path }
}
