import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where scripts/dev.ts starts the server.
const server = 'http://127.0.0.1:3001'
const proxied = Object.fromEntries(
  ['/api', '/auth', '/go', '/health', '/ws'].map((path) => [path, { target: server, ws: path === '/ws' }]),
)

export default defineConfig({
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/web/schemaless.ts', import.meta.url)) },
    ],
  },
  server: { host: '127.0.0.1', proxy: proxied },
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no data: addresses but for images.
    assetsInlineLimit: 0,
    sourcemap: false,
    target: 'es2023',
  },
})
