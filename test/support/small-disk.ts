import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, kept in memory, that can be filled to its last byte. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  free(): void
  close(): void
}

const pieces = [2 ** 20, 2 ** 12, 1]

/** Mounts a small disk; null where this machine lets nobody do so, as without root or in most containers. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'ovation-disk-'))
  const options = `size=${megabytes}m,mode=0755`
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => fillWith(filler),
    free: () => rmSync(filler, { force: true }),
    close: () => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillWith(file: string): void {
  const to = openSync(file, 'w')
  for (const bytes of pieces) {
    const piece = Buffer.alloc(bytes)
    while (hasWritten(to, piece));
  }
  closeSync(to)
}

function hasWritten(to: number, piece: Buffer): boolean {
  try {
    return writeSync(to, piece) === piece.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
