import { tmpdir } from 'node:os'

/** The folder for files that later test runs reuse, while a run's other files are in a temporary folder of its own. */
export function cacheFolder(): string {
  return process.env.OVATION_CACHE_DIR ?? tmpdir()
}
