import { expect, test } from 'vitest'
import later from '#web/ui/library-styles.ts?raw'
import first from './mantine-styles.ts?raw'

const sources = import.meta.glob<string>('/src/web/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const styles = import.meta.glob('/node_modules/@mantine/core/styles/*.css', {
  query: '?url',
  import: 'default',
})

/** What has no styles of its own. */
const builtOn: Readonly<Record<string, string>> = {
  NativeSelect: 'Input',
  TextInput: 'Input',
  Textarea: 'Input',
}

test('every Mantine component that the product uses has its styles', () => {
  const withStyles = new Set(Object.keys(styles).map((path) => path.replace(/^.*\/|\.css$/g, '')))
  const missing: string[] = []
  for (const [file, source] of Object.entries(sources)) {
    const imports = source.includes('/library-styles.ts') ? first + later : first
    for (const component of importedFromMantine(source)) {
      const name = builtOn[component] ?? component
      const hasStyles = imports.includes(`@mantine/core/styles/${name}.css`)
      if (withStyles.has(name) && !hasStyles) missing.push(`${name} in ${file}`)
    }
  }
  expect(Object.values(sources).flatMap(importedFromMantine)).toContain('Button')
  expect(missing).toEqual([])
})

function importedFromMantine(source: string): string[] {
  const lists = [...source.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].map(
    ([, list = '']) => list,
  )
  return lists.flatMap((list) => list.split(',').map((name) => name.trim()))
}
