import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

// Where scripts/dev.ts starts the server.
const server = 'http://127.0.0.1:3001'
const proxied = Object.fromEntries(
  ['/api', '/auth', '/confirm-address', '/go', '/health', '/slack', '/unsubscribe', '/ws'].map((path) => [
    path,
    { target: server, ws: path === '/ws' },
  ]),
)

const [page = '', signIn = '', dashboard = '', feed = ''] = [
  'app/root',
  'screens/login/login',
  'screens/dashboard/dashboard',
  'screens/social-feed/social-feed',
].map((name) => fileURLToPath(new URL(`./src/web/${name}.tsx`, import.meta.url)))

type ChunkName = 'start' | 'member' | 'feed'

/**
 * The chunk of a module of ours that several scripts load: `start` for what the page and the sign-in need, `member` for
 * what the dashboard shares with others, `feed` for what else the feed shares. Each file costs a phone a journey to the
 * server and back, so these are few.
 */
function chunkOf(id: string, context: Rolldown.ChunkingContext): ChunkName | null {
  if (!id.includes('/src/') || id.includes('/node_modules/')) return null
  const users = new Set([id])
  let scripts = 0
  for (const user of users) {
    const module = context.getModuleInfo(user)
    if (module && module.dynamicImporters.length > 0) scripts += 1
    for (const importer of module?.importers ?? []) users.add(importer)
  }
  if (users.has(page) || (users.has(signIn) && scripts > 1)) return 'start'
  if (scripts <= 1) return null
  if (users.has(dashboard)) return 'member'
  return users.has(feed) ? 'feed' : null
}

const groupOf = (chunk: ChunkName, priority: number) => ({
  name: (id: string, context: Rolldown.ChunkingContext) => (chunkOf(id, context) === chunk ? chunk : null),
  debugName: chunk,
  priority,
})

/** Icons that two later screens or more show, and none of the first ones. */
const furtherIcons =
  /lucide-react\/.*\/icons\/(calendar-clock|chevrons-up-down|dices|download|ellipsis|eye|eye-off|file-text|message-circle-question-mark|pencil|plug-zap|plus|refresh-cw|search|send|sliders-horizontal|trash-2|users)\.\w+$/

/** Helpers of a few lines each that several later screens load, and no first one. */
const smallHelpers =
  /\/@mantine\/(core|hooks)\/esm\/.*\/(create-event-handler|DirectionProvider|get-auto-contrast-value|get-env|noop|use-id|use-merged-ref|use-resolved-styles-api|use-uncontrolled)\.mjs$/

// The first that fits takes the packages along that it needs.
const chunks = [
  // Two files of the same size arrive sooner side by side, and a browser keeps this one over a release.
  { name: 'react', test: /\/node_modules\/react-dom\/|\/app\/main\.tsx$/, priority: 5 },
  groupOf('start', 4),
  // Single icons would be a file each.
  { name: 'further-icons', test: furtherIcons, minShareCount: 2, priority: 4 },
  { name: 'icons', test: /lucide-react|\/CloseButton\//, minShareCount: 2, priority: 3 },
  groupOf('member', 2),
  groupOf('feed', 1),
  { name: 'small-helpers', test: smallHelpers, minShareCount: 2, priority: 0 },
]

export default defineConfig({
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: proxied },
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no data: addresses but for images.
    assetsInlineLimit: 0,
    // In all it is less than what a screen would load in pieces, and one journey instead of four. A piece that fails to
    // load would not be asked for again, and its screen shown without it.
    cssCodeSplit: false,
    sourcemap: false,
    // Browsers that run es2023 preload modules by themselves.
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
