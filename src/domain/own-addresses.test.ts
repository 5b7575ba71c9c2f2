import { expect, test } from 'vitest'
import { presentAddress } from './own-addresses.ts'

const moved = { publicUrl: 'https://new.test', legacyPublicUrl: 'https://old.test:8443' }

test.each([
  ['https://old.test:8443/go/abc?p=1#top', 'https://new.test/go/abc?p=1#top'],
  ['https://OLD.test:8443', 'https://new.test/'],
  ['http://www.old.test:8443/social-feed', 'https://new.test/social-feed'],
  ['https://old.test/social-feed', 'https://old.test/social-feed'],
  ['https://sub.old.test:8443/', 'https://sub.old.test:8443/'],
  ['https://old.test:8443.evil.test/', 'https://old.test:8443.evil.test/'],
  ['https://u:p@old.test:8443/', 'https://u:p@old.test:8443/'],
  ['ftp://old.test:8443/', 'ftp://old.test:8443/'],
  ['https://www.linkedin.com/posts/x', 'https://www.linkedin.com/posts/x'],
  ['#', '#'],
])('%s becomes %s after the workspace has moved', (text, present) => {
  expect(presentAddress(text, moved)).toBe(present)
})

test('a workspace that has not moved leaves every address as it is', () => {
  const origins = { publicUrl: 'https://new.test', legacyPublicUrl: null }
  expect(presentAddress('https://old.test:8443/', origins)).toBe('https://old.test:8443/')
})
