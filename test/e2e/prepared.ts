import { openAsBlob } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#sandbox/free-port.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { type EmbeddedDatabase, openEmbedded } from '#server/db/embedded.ts'
import { testClock } from '#test/support/moment.ts'
import { slimDatabase } from '#test/support/template.ts'

/** The password of the emergency sign-in. */
export const emergencyPassword = 'quiet otters cross the river at dawn'

/** Names the folder that `prepareData` made. */
export const preparedDataVariable = 'OVATION_PREPARED_DATA'

/**
 * Makes the data, with the sample team and without, that all products of a run begin with: making it takes each longer
 * than most stories. Answers the folder in `parent` that holds it.
 */
export async function prepareData(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'ovation-prepared-'))
  for (const hasHistory of [true, false]) {
    const database = await openEmbedded(null)
    const sandbox = await startSandbox({
      port: await freePort(),
      hasHistory,
      database,
      clock: testClock(),
      environment: { ADMIN_PASSWORD: emergencyPassword },
    })
    await sandbox.stop()
    await slimDatabase(database)
    const dump = await database.client.dumpDataDir('none')
    await database.close()
    await writeFile(dumpIn(folder, hasHistory), Buffer.from(await dump.arrayBuffer()))
  }
  return folder
}

/** A copy of the prepared data, in memory. */
export async function openPrepared(hasHistory: boolean): Promise<EmbeddedDatabase> {
  const folder = process.env[preparedDataVariable]
  if (folder === undefined)
    throw new Error('The stories are told by scripts/e2e.ts, which prepares their data')
  return openEmbedded(null, await openAsBlob(dumpIn(folder, hasHistory)))
}

function dumpIn(folder: string, hasHistory: boolean): string {
  return join(folder, hasHistory ? 'sample-team.tar' : 'empty.tar')
}
