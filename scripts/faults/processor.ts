import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** CPU time of a process and of its children that have ended; 0 when the system does not say. */
export async function processorSeconds(pid: number | 'self' = 'self'): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ')')
  const figures = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return figures.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}
