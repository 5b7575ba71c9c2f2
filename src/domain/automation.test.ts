import { describe, expect, test } from 'vitest'
import {
  defaultAutomation,
  maskedWebhookUrl,
  mayBePrivate,
  publishesAtOnce,
  type WebhookUrlVerdict,
  webhookUrlLimit,
  webhookUrlVerdict,
} from './automation.ts'

const hosts = {
  zapierHosts: ['hooks.zapier.com', 'hooks.example.com:8443', '127.0.0.1', '[::1]:4000', 'stand-in.test'],
  allowedPrivateHosts: ['127.0.0.1', '[::1]:4000', 'stand-in.test:4001', 'nowhere.test'],
}
const hook = 'https://hooks.zapier.com/hooks/catch/1/abc/'

describe('the address of a webhook', () => {
  const cases: readonly [WebhookUrlVerdict, readonly string[]][] = [
    [
      'ok',
      [
        hook,
        'https://hooks.zapier.com:443/hooks',
        'HTTPS://HOOKS.ZAPIER.COM/hooks',
        'https://hooks.example.com:8443/x?y=1',
        'https://127.0.0.1/x',
        'http://127.0.0.1:3999/x',
        'http://0x7f000001:3999/x',
        'http://[::1]:4000/',
        'http://stand-in.test:4001/',
        'https://stand-in.test/',
      ],
    ],
    ['not-an-address', ['hooks', '/hooks', 'https://', 'https://a b/', maskedWebhookUrl(hook)]],
    [
      'not-https',
      [
        'http://hooks.zapier.com/hooks',
        'ftp://hooks.zapier.com/x',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'http://stand-in.test/',
        'http://[::1]/',
        'ftp://127.0.0.1/',
      ],
    ],
    ['has-credentials', ['https://u:p@hooks.zapier.com/x', 'https://u@hooks.zapier.com/x']],
    [
      'other-host',
      [
        'https://evil.example/x',
        'https://hooks.zapier.com.evil.example/x',
        'https://evil-hooks.zapier.com/x',
        'https://hooks.zapier.com./x',
        'https://nowhere.test/',
        'https://hooks.zapier.com%2eevil.example/',
      ],
    ],
    [
      'other-port',
      [
        'https://hooks.zapier.com:22/',
        'https://hooks.zapier.com:8443/',
        'https://hooks.example.com/',
        'https://[::1]/',
        'https://stand-in.test:4002/',
      ],
    ],
  ]
  test.each(cases.flatMap(([verdict, addresses]) => addresses.map((address) => [verdict, address] as const)))(
    'is %s: %s',
    { tags: ['sec-51'] },
    (verdict, address) => {
      expect(webhookUrlVerdict(address, hosts)).toBe(verdict)
    },
  )

  test('may be as long as the limit but not longer, even if only its canonical spelling is longer', () => {
    const exact = hook.padEnd(webhookUrlLimit, 'x')
    expect(webhookUrlVerdict(exact, hosts)).toBe('ok')
    expect(webhookUrlVerdict(`${exact}x`, hosts)).toBe('too-long')
    expect(webhookUrlVerdict(`${exact.slice(0, -1)}é`, hosts)).toBe('too-long')
  })

  test('may be private only if its host is listed as such, with its port if the list names one', () => {
    const isPrivate = (address: string) => mayBePrivate(address, hosts)
    expect(
      ['http://127.0.0.1:1/', 'https://[::1]:4000/', 'https://stand-in.test:4001/'].every(isPrivate),
    ).toBe(true)
    expect([hook, 'https://[::1]/', 'https://stand-in.test/', 'http://127.0.0.2/'].some(isPrivate)).toBe(
      false,
    )
  })
})

describe('the masked address', () => {
  test.each([
    ['https://hooks.zapier.com/hooks/catch/123/secretwxyz', 'https://hooks.zapier.com/…wxyz'],
    ['http://127.0.0.1:3999/hooks/catch/123/secret/', 'http://127.0.0.1:3999/…ret/'],
  ])('of %s is %s', (address, masked) => {
    expect(maskedWebhookUrl(address)).toBe(masked)
  })
})

test('a share is sent out automatically only if the setting and the service are on and there is an address', () => {
  const all = { ...defaultAutomation, autoPublish: true, webhookUrl: hook }
  expect(publishesAtOnce(all)).toBe(true)
  expect(publishesAtOnce({ ...all, autoPublish: false })).toBe(false)
  expect(publishesAtOnce({ ...all, zapierEnabled: false })).toBe(false)
  expect(publishesAtOnce({ ...all, webhookUrl: null })).toBe(false)
})
