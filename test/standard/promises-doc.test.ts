import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { mostResidentMb } from '#test/load/memory.ts'

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('the README says what survives', () => {
  it.each([
    [
      'a kill of the process',
      /^\| The process is killed/,
      [/^every write that was answered survives$/, /^every write that was answered survives$/],
    ],
    [
      'a power failure',
      /^\| The power fails/,
      [/^\*\*not guaranteed\*\*/, /^every write that was answered survives, with `fsync`/],
    ],
  ])('%s, for each engine', { tags: ['rel-09', 'f-03'] }, async (_, row, answers) => {
    const lines = (await read('README.md')).split('\n')
    const from = lines.indexOf('## What survives what')
    const table = lines.slice(
      from,
      lines.findIndex((line, at) => at > from && line.startsWith('## ')),
    )
    expect(table).toContain('| | Embedded database | PostgreSQL |')
    const cells =
      table
        .find((line) => row.test(line))
        ?.split('|')
        .map((cell) => cell.trim()) ?? []
    for (const [at, answer] of answers.entries()) expect(cells[at + 2]).toMatch(answer)
  })

  it('how much the snapshots of the embedded database lose at most', { tags: ['rel-09'] }, async () => {
    expect(await read('README.md')).toMatch(
      /snapshots.*every 15 minutes.*After a power failure you lose at most/s,
    )
  })
})

describe('the limits of operation', () => {
  it('of memory are stated, and measured by the bench', { tags: ['rel-10'] }, async () => {
    expect(mostResidentMb).toBe(350)
    expect(await read('scripts/bench.ts')).toMatch(/^ {2}memory: measureMemory,$/m)
    const rows = (await read('README.md'))
      .split('\n')
      .filter((line) => line.includes('| 350 MB or less: met |'))
    expect(rows).toHaveLength(2)
    for (const line of rows)
      expect(Number(/\| (\d+) MB \|/.exec(line)?.[1])).toBeLessThanOrEqual(mostResidentMb)
  })

  it('of a start and of answers are stated, and the last figures keep them', {
    tags: ['rel-10'],
  }, async () => {
    const readme = await read('README.md')
    expect(readme).toContain('A start takes at most 15 seconds of processor time')
    expect(await read('test/crash/crash.test.ts')).toContain('const mostStartCpuMs = 15_000\n')
    const speed = readme.slice(readme.indexOf('\n## Speed\n'), readme.indexOf('\n## What the tests find\n'))
    const rows = speed.split('\n').filter((line) => /or (?:less|more): \w+ \|$/.test(line))
    expect(rows.length).toBeGreaterThan(20)
    // What misses its aim is told where the limits are.
    const [, beyond = ''] = (await read('docs/scaling.md')).split('\n## Not reached\n')
    for (const row of rows.filter((line) => !line.endsWith(' met |'))) {
      const [, measurement = ''] = row.split('|')
      expect(beyond).toContain(`**${measurement.trim()}**`)
    }
    expect(speed).toMatch(/^\| The slowest answer of the review.* 300 ms or less: met \|$/m)
  })
})
