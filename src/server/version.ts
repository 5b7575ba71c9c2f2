import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { projectRoot } from './project-root.ts'

/** The product's own version, from its package file. */
export function ownVersion(): string {
  const text = readFileSync(new URL('package.json', projectRoot), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
