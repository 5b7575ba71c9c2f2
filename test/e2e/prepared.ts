import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#sandbox/free-port.ts'
import { startSandbox } from '#sandbox/sandbox.ts'

/** The password of the emergency sign-in. */
export const emergencyPassword = 'quiet otters cross the river at dawn'

/** Names the folder that `prepareData` made. */
export const preparedDataVariable = 'OVATION_PREPARED_DATA'

/** Where the data lies that a product of the stories begins with; undefined where each makes its own. */
export function preparedFolder(hasHistory: boolean): string | undefined {
  const folder = process.env[preparedDataVariable]
  return folder === undefined ? undefined : folderIn(folder, hasHistory)
}

/**
 * Makes the data, with the sample team and without, that all products of a run begin with: making it takes each longer
 * than most stories. Answers the folder that holds it.
 */
export async function prepareData(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ovation-prepared-'))
  for (const hasHistory of [true, false]) {
    const sandbox = await startSandbox({
      port: await freePort(),
      hasHistory,
      folder: folderIn(folder, hasHistory),
      environment: { ADMIN_PASSWORD: emergencyPassword },
    })
    await sandbox.stop()
  }
  return folder
}

function folderIn(folder: string, hasHistory: boolean): string {
  return join(folder, hasHistory ? 'sample-team' : 'empty')
}
