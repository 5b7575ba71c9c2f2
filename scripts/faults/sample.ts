import { createHash } from 'node:crypto'
import { readSourceTree, type SourceFile } from '#test/support/source-facts.ts'
import { type Candidate, candidatesOf } from './candidates.ts'

/** The number of faults from each area in the usual sample. */
export const sampleSizes = { domain: 110, contract: 20, sql: 50, server: 85, web: 40 } as const

export type Area = keyof typeof sampleSizes
export const areas = Object.keys(sampleSizes) as Area[]

export interface Fault extends Candidate {
  /** A hash of the file, the change and its line: the same on every commit that does not change those. */
  readonly id: string
  readonly area: Area
  readonly path: string
  /** From 1. */
  readonly line: number
}

export interface Sampling {
  readonly areas: readonly Area[]
  /** Overrides the usual number in each area. */
  readonly limit?: number | undefined
  /** Exactly these faults, regardless of the numbers. */
  readonly ids?: ReadonlySet<string> | undefined
  /** Another copy of the project. Only faults that can also be planted there are chosen. */
  readonly alsoIn?: string | undefined
}

const excludedFiles = [/\.test\.tsx?$/, /\.d\.ts$/, /^src\/server\/db\/(schema\/\w+|columns)\.ts$/].concat([
  /^src\/server\/(main|log)\.ts$/,
  /^src\/web\/app\/(main|theme|mantine-styles)\.tsx?$/,
])

/** The faults to plant in the project at `root`: those with given ids, or a sample spread over the files. */
export async function chooseFaults(
  root: string,
  { areas: wanted, limit, ids, alsoIn }: Sampling,
): Promise<Fault[]> {
  const idsInOther = alsoIn === undefined ? null : new Set((await everyFault(alsoIn)).map(({ id }) => id))
  const all = (await everyFault(root)).filter(({ area }) => wanted.includes(area))
  const faults = idsInOther ? all.filter(({ id }) => idsInOther.has(id)) : all
  if (ids) return faults.filter(({ id }) => ids.has(id))
  return wanted.flatMap((area) =>
    spread(
      faults.filter((fault) => fault.area === area),
      limit ?? sampleSizes[area],
    ),
  )
}

async function everyFault(root: string): Promise<Fault[]> {
  const files = (await readSourceTree(root)).filter(({ path }) => isPlantable(path))
  return files.flatMap(faultsOf)
}

export function faultsOf({ path, text }: SourceFile): Fault[] {
  const lines = text.split('\n')
  const seen = new Map<string, number>()
  return candidatesOf(path, text).map((candidate) => {
    const line = text.slice(0, candidate.offset).split('\n').length
    const { operator, before, after } = candidate
    const key = [path, operator, before, after, lines[line - 1]?.trim()].join('\n')
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    const id = createHash('sha256').update(`${key}\n${nth}`).digest('hex').slice(0, 10)
    return { ...candidate, id, area: areaOf(path, operator), path, line }
  })
}

function isPlantable(path: string): boolean {
  return (
    /^src\/(domain|contract|server|web)\/.*\.tsx?$/.test(path) &&
    !excludedFiles.some((pattern) => pattern.test(path))
  )
}

function areaOf(path: string, operator: string): Area {
  if (path.startsWith('src/domain/')) return 'domain'
  if (path.startsWith('src/contract/')) return 'contract'
  if (path.startsWith('src/web/')) return 'web'
  return /^(sql|query) /.test(operator) ? 'sql' : 'server'
}

/** A file with more possible faults gets more, but less than proportionally. No place gets two. */
function spread(faults: readonly Fault[], count: number): Fault[] {
  const ranked = [...Map.groupBy(faults, ({ path }) => path).values()].flatMap((ofFile) => {
    const sorted = onePerPlace(ofFile.toSorted((one, other) => one.id.localeCompare(other.id)))
    return sorted.map((fault, nth) => ({ fault, rank: (nth + 0.5) / Math.sqrt(ofFile.length) }))
  })
  ranked.sort((one, other) => one.rank - other.rank || one.fault.id.localeCompare(other.fault.id))
  return ranked.slice(0, count).map(({ fault }) => fault)
}

function onePerPlace(faults: readonly Fault[]): Fault[] {
  const places = new Set<number>()
  return faults.filter(({ offset }) => !places.has(offset) && places.add(offset))
}
