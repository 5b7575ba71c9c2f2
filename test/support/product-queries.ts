import { fileURLToPath } from 'node:url'
import { readSourceTree, type SourceFile } from '#test/support/source-facts.ts'

/** A definition of a query in the source. One in a loop stands for several queries. */
interface DefinedQuery {
  readonly path: string
  readonly name: RegExp
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const definition = /(?<![.\w])query(?:<[^(]*>)?\(/g
const named = /(?<![.\w])query(?:<[^(]*>)?\(\{\s*name: (['`])(.+?)\1/g

/** Imports every file that defines a query, which registers them all in `queriesByName`. */
export async function loadQueries(): Promise<void> {
  for (const { path } of await definingFiles()) await import(/* @vite-ignore */ `${root}${path}`)
}

/** Every definition in the source. Throws if one does not begin with its name. */
export async function definedQueries(): Promise<DefinedQuery[]> {
  return (await definingFiles()).flatMap(({ path, text }) => {
    const found = Array.from(text.matchAll(named), ([, , name = '']) => ({
      path,
      name: new RegExp(`^${name.replace(/\$\{.+?\}/g, '[\\w-]+')}$`),
    }))
    if (found.length !== [...text.matchAll(definition)].length)
      throw new Error(`${path} defines a query that does not begin with its name`)
    return found
  })
}

async function definingFiles(): Promise<SourceFile[]> {
  const files = await readSourceTree(root.replace(/\/$/, ''))
  return files.filter(
    (file) =>
      /^src\/server\/(?!.*\.test\.ts$)/.test(file.path) &&
      file.path !== 'src/server/db/query.ts' &&
      /import \{[^}]*\bquery\b[^}]*\} from '[^']*\/query\.ts'/.test(file.text),
  )
}
