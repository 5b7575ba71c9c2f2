import { setFlagsFromString } from 'node:v8'

/**
 * Has the embedded engine compiled by V8's baseline compiler alone. The optimizing one takes 600 MB for a single function
 * of the engine, its parser, soon after each start, and keeps 90 MB. Has to be called before the engine is loaded.
 */
export function keepEngineSmall(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}
