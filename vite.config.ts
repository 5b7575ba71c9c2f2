import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

const lowerCards = ['achievements', 'activity', 'leaderboard', 'points', 'quest', 'streak'].map((name) =>
  fileURLToPath(new URL(`./src/web/screens/dashboard/${name}-card.tsx`, import.meta.url)),
)

type ChunkName = 'start' | 'member' | 'feed' | 'lower'

/**
 * The chunk of a module of ours that several scripts load: `start` for what the page and the sign-in need, `member` for
 * what the dashboard shares with others, `feed` for what else the feed shares and the list that it scrolls, and `lower`
 * for the cards of the dashboard that it loads after its first paint. Each file costs a phone a journey to the server
 * and back, so these are few.
 */
function chunkOf(id: string, context: Rolldown.ChunkingContext): ChunkName | null {
  if (/\/@tanstack\/(react-virtual|virtual-core)\//.test(id)) return 'feed'
  if (!id.includes('/src/') || id.includes('/node_modules/')) return null
  const users = new Set([id])
  let scripts = 0
  for (const user of users) {
    const module = context.getModuleInfo(user)
    if (module && module.dynamicImporters.length > 0) scripts += 1
    for (const importer of module?.importers ?? []) users.add(importer)
  }
  const isShared = scripts > 1
  if (users.has(page) || (users.has(signIn) && isShared)) return 'start'
  if (users.has(dashboard)) return isShared ? 'member' : null
  if (users.has(feed)) return isShared ? 'feed' : null
  return lowerCards.some((card) => users.has(card)) ? 'lower' : null
}

const groupOf = (chunk: ChunkName, priority: number) => ({
  name: (id: string, context: Rolldown.ChunkingContext) => (chunkOf(id, context) === chunk ? chunk : null),
  debugName: chunk,
  priority,
})

const firstScreens = new Set([page, signIn, dashboard, feed])

/** Whether a style sheet belongs to the page or to one of the screens that a visit begins with. */
function isFirstStyle(id: string, context: Rolldown.ChunkingContext): boolean {
  const users = new Set([id])
  for (const user of users) {
    if (firstScreens.has(user)) return true
    for (const importer of context.getModuleInfo(user)?.importers ?? []) users.add(importer)
  }
  return false
}

/**
 * The page's own script with React, and the sheet that the page links: the styles of the first screens. All other
 * styles make a second sheet.
 */
function entryChunkOf(id: string, context: Rolldown.ChunkingContext): 'react' | 'later-styles' | null {
  if (/\/node_modules\/react-dom\/|\/app\/main\.tsx$/.test(id)) return 'react'
  if (!id.endsWith('.css')) return null
  return isFirstStyle(id, context) ? 'react' : 'later-styles'
}

/** Class names are constants, which stand where they are used. So nothing but this keeps a style sheet. */
const keepStyles: Plugin = {
  name: 'keep-styles',
  enforce: 'post',
  transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: 'no-treeshake' }) },
}

/** Icons that two later screens or more show, and none of the first ones. */
const furtherIcons =
  /lucide-react\/.*\/icons\/(calendar-clock|chevrons-up-down|dices|download|ellipsis|eye|eye-off|file-text|message-circle-question-mark|pencil|plug-zap|plus|refresh-cw|search|send|sliders-horizontal|trash-2|users)\.\w+$/

/** Helpers of a few lines each that several later screens load, and no first one. */
const smallHelpers =
  /\/@mantine\/(core|hooks)\/esm\/.*\/(create-event-handler|DirectionProvider|get-auto-contrast-value|get-env|noop|use-id|use-merged-ref|use-resolved-styles-api|use-uncontrolled)\.mjs$/

// The first that fits takes the packages along that it needs.
const chunks = [
  // Two files of the same size arrive sooner side by side.
  { name: entryChunkOf, debugName: 'entry', priority: 5 },
  groupOf('start', 4),
  // Single icons would be a file each.
  { name: 'further-icons', test: furtherIcons, minShareCount: 2, priority: 4 },
  { name: 'icons', test: /lucide-react|\/CloseButton\//, minShareCount: 2, priority: 3 },
  groupOf('member', 2),
  groupOf('feed', 1),
  groupOf('lower', 1),
  { name: 'small-helpers', test: smallHelpers, minShareCount: 2, priority: 0 },
]

export default defineConfig({
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [react(), keepStyles],
  server: { host: '127.0.0.1', proxy: proxied },
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no data: addresses but for images.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Browsers that run es2023 preload modules by themselves.
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      // Class names, above all.
      optimization: { inlineConst: { mode: 'all' } },
      output: { codeSplitting: { groups: chunks } },
      onLog: (level, log, handle) => {
        // An element asks for a class which its style sheet does not have.
        if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
        handle(level, log)
      },
    },
  },
})
