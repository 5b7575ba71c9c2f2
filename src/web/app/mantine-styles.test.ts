import { expect, test } from 'vitest'
import imports from './mantine-styles.ts?raw'

const sources = import.meta.glob<string>('/src/web/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const styles = import.meta.glob('/node_modules/@mantine/core/styles/*.css', {
  query: '?url',
  import: 'default',
})

test('every Mantine component that the product uses has its styles', () => {
  const withStyles = new Set(Object.keys(styles).map((path) => path.replace(/^.*\/|\.css$/g, '')))
  const used = Object.values(sources)
    .flatMap(importedFromMantine)
    .filter((name) => withStyles.has(name))
  expect(used).toContain('Button')
  const missing = used.filter((name) => !imports.includes(`@mantine/core/styles/${name}.css`))
  expect([...new Set(missing)]).toEqual([])
})

function importedFromMantine(source: string): string[] {
  const lists = [...source.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].map(
    ([, list = '']) => list,
  )
  return lists.flatMap((list) => list.split(',').map((name) => name.trim()))
}
