import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Puts a file in place whole or not at all, also when the power fails in between: only its owner can read it, and it
 * appears under its name once it is on the disk. Replaces a file of that name.
 */
export async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`
  // One that was left behind might be readable for others, which opening it again would not change.
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

// A rename survives a power cut only once its folder is on the disk too.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
