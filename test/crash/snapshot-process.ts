import { readConfig } from '#server/config.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { runServer } from '#server/run.ts'

// The whole product, which writes a snapshot at each SIGUSR2.
const config = readConfig()
const data = await openDataFolder(config.dataDir)
const { deps } = await runServer(config, { data })
process.on('SIGUSR2', () => void data.snapshot(deps.clock.now()))
