import { posix } from 'node:path'
import { factsOf, type SourceFile } from '#test/support/source-facts.ts'
import { useMark } from './plant.ts'
import type { Fault } from './sample.ts'
import type { TestProfile } from './test-profiles.ts'

/** The imports of each file, as paths from the project's root. */
export type Imports = ReadonlyMap<string, readonly string[]>

export interface Surroundings {
  readonly sources: readonly SourceFile[]
  readonly imports: Imports
}

/** At most this many test files run for one fault. */
const mostFiles = 6

export function importsOf(sources: readonly SourceFile[]): Imports {
  return new Map(sources.map((source) => [source.path, factsOf(source).files]))
}

/** The test files that reach the fault's code, the nearest first. */
export function nearestFirst(
  fault: Fault,
  profiles: readonly TestProfile[],
  imports: Imports,
): TestProfile[] {
  const marked = profiles.filter(({ places }) => places.has(fault.id + useMark))
  const reaching = marked.length > 0 ? marked : profiles.filter(({ places }) => places.has(fault.id))
  const ranked = reaching.map((profile) => ({ profile, rank: rankOf(profile, fault, imports) }))
  ranked.sort((one, other) => compare(one.rank, other.rank))
  return ranked.slice(0, mostFiles).map(({ profile }) => profile)
}

function rankOf({ file, places }: TestProfile, { path }: Fault, imports: Imports): number[] {
  const isNamesake = stemOf(file) === stemOf(path)
  const isBeside = isInFolderOf(path, file)
  const distance = distanceFrom(file, path, imports)
  return [isBeside && isNamesake ? 0 : 1, isBeside ? 0 : 1, distance, places.size]
}

function stemOf(path: string): string {
  return posix.basename(path).replace(/\..*$/, '')
}

/**
 * How many imports lead from a test to the fault's file. A test of the whole server imports none of the code that it
 * is about; that is the code beside it.
 */
function distanceFrom(test: string, to: string, imports: Imports): number {
  const beside = [...imports.keys()].filter((path) => !isTest(path) && isInFolderOf(path, test))
  const distances = new Map([[test, 0], ...beside.map((path) => [path, 1] as const)])
  for (const [file, distance] of distances) {
    if (file === to) return distance
    for (const next of imports.get(file) ?? []) if (!distances.has(next)) distances.set(next, distance + 1)
  }
  return 99
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function isInFolderOf(path: string, test: string): boolean {
  return posix.dirname(path) === posix.dirname(test)
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [nth, figure] of one.entries()) {
    const difference = figure - (other[nth] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
