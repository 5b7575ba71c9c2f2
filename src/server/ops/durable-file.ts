import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file atomically, even if the power fails meanwhile: it gets its name once its content is on the disk. Only
 * its owner can read it. Replaces an existing file.
 */
export async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`
  // A leftover partial file might be readable by others, and opening it again would not change its mode.
  await rm(partial, { force: true })
  const file = await open(partial, 'wx', 0o600)
  try {
    await write(file)
    await file.sync()
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(partial, path)
  await syncFolder(dirname(path))
}

// A rename survives a power failure only once its folder is on the disk too.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
