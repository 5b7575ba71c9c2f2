/**
 * Stands in for `zod` in the browser's build. There the contract gives paths, methods and types only: what the browser
 * receives has been checked by the server that sent it, and the schema library would be a fifth of the first load.
 * Everything that makes a schema answers with the same stand-in; whatever would use one throws.
 */
const maker = () => standIn
const users: ReadonlySet<string | symbol> = new Set([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'spa',
])

const standIn: object = new Proxy(maker, {
  get(_, name) {
    if (users.has(name)) throw new Error(`There are no schemas in the browser: ${String(name)}`)
    // A promise that resolved to a thenable would wait for it for ever.
    return name === 'then' ? undefined : standIn
  },
})

export const z = standIn
