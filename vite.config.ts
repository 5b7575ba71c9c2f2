import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where scripts/dev.ts starts the server.
const server = 'http://127.0.0.1:3001'
const proxied = Object.fromEntries(
  ['/api', '/auth', '/go', '/health', '/ws'].map((path) => [path, { target: server, ws: path === '/ws' }]),
)

const memberParts = [
  'components/(activity-list|achievement-tiles|back-link|contest-time|frame|lazy-dialog|leader-motion|load-more|post-cards)',
  'components/(leader-list|no-contest|query-state|scroll-region|standing-row|stat-tile|status-badge|unlock-news)',
  'api/posts',
]
// Each file costs a phone a journey to the server and back, so what screens share comes in few: what every screen
// needs, the sign-in's too, then the icons, then what only members see. The first that fits takes its imports along.
const chunks = [
  {
    name: 'start',
    test: /src\/web\/([\w-]+|components\/(brand|page|screen-link|theme-toggle))\.tsx?$/,
    priority: 3,
  },
  { name: 'icons', test: /lucide-react|CloseButton/, minShareCount: 2, priority: 2 },
  {
    name: 'member',
    test: new RegExp(`src/(web/(${memberParts.join('|')})|domain/points)\\.tsx?$`),
    priority: 1,
  },
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
    // In all it is less than what a screen would load in pieces, and one journey instead of four.
    cssCodeSplit: false,
    sourcemap: false,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
