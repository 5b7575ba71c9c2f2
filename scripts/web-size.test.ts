import { expect, test } from 'vitest'
import { scriptsOf } from './web-size.ts'

const manifest = {
  'index.html': { file: 'main.js', isEntry: true, imports: ['_vendor.js'] },
  '_vendor.js': { file: 'vendor.js' },
  '_form.js': { file: 'form.js', imports: ['_vendor.js'] },
  'screens/login/login.tsx': { file: 'login.js', imports: ['index.html', '_form.js'] },
  'screens/admin-login/admin-login.tsx': { file: 'admin-login.js', imports: ['index.html', '_form.js'] },
  'screens/login/login.css': { file: 'login.css' },
}

test('a screen loads the entry, its own chunk and all their imports, each once', () => {
  expect(scriptsOf(manifest, 'login').sort()).toEqual(['form.js', 'login.js', 'main.js', 'vendor.js'])
})

test('a screen without its own chunk is refused, because its measured size would be too small', () => {
  expect(() => scriptsOf(manifest, 'dashboard')).toThrow('screens/dashboard/')
})
