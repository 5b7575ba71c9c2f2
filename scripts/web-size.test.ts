import { expect, test } from 'vitest'
import { pageScripts, scriptsOf } from './web-size.ts'

const manifest = {
  '_main.js': { file: 'main.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'vendor.js' },
  '_form.js': { file: 'form.js', imports: ['_vendor.js'] },
  'screens/login/login.tsx': { file: 'login.js', imports: ['_main.js', '_form.js'] },
  'screens/admin-login/admin-login.tsx': { file: 'admin-login.js', imports: ['_main.js', '_form.js'] },
  'screens/login/login.css': { file: 'login.css' },
}

test('a screen loads its own chunk and all that this imports, each once', () => {
  expect(scriptsOf(manifest, 'login').sort()).toEqual(['form.js', 'login.js', 'main.js', 'vendor.js'])
})

test('a screen without its own chunk is refused, because its measured size would be too small', () => {
  expect(() => scriptsOf(manifest, 'dashboard')).toThrow('screens/dashboard/')
})

test('the page loads the modules that it names', () => {
  const page =
    '<script src="/early.js"></script><script type="module" crossorigin src="/assets/main.js"></script>'
  expect(pageScripts(page)).toEqual(['assets/main.js'])
  expect(() => pageScripts('<html></html>')).toThrow('no module')
})
