import { tmpdir } from 'node:os'

/** Where lies what one run of the tests makes for those after it, also while its other files lie in a folder of its own. */
export function cacheFolder(): string {
  return process.env.OVATION_CACHE_DIR ?? tmpdir()
}
