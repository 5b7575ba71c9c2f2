import { expect, test } from 'vitest'
import { formatted, plainText } from './mrkdwn.ts'

test.each([
  ['*bold* and _italic_ and ~gone~', '<strong>bold</strong> and <em>italic</em> and <s>gone</s>'],
  ['2*3*4 snake_case_name a * b * c', '2*3*4 snake_case_name a * b * c'],
  ['*_both_*', '<strong><em>both</em></strong>'],
  ['one\ntwo', 'one<br>two'],
  ['&gt; quoted\nnot', '<q>quoted</q><br>not'],
  ['> quoted', '<q>quoted</q>'],
  ['a &lt;b&gt; &amp;amp; "c" & \'d\'', 'a &lt;b&gt; &amp;amp; &quot;c&quot; &amp; &#39;d&#39;'],
  ['<@U1> and <@U2> and <@U3|cy>', '@Ana &amp; and @U2 and @cy'],
  ['<#C1|general> <!here> <!subteam^S1|@sales>', '#general @here @sales'],
  ['due <!date^1700000000^{date_short} at {time}^https://a.example|14 Nov>', 'due 14 Nov'],
  ['`*code* <b>`', '<code>*code* &lt;b&gt;</code>'],
  ['<javascript:alert(1)|x>', '&lt;javascript:alert(1)|x&gt;'],
  ['\uE0000\uE001', '0'],
])('%s is shown as %s', (text, html) => {
  expect(formatted(text, (id) => (id === 'U1' ? 'Ana &' : undefined))).toBe(html)
})

test('links open in a new tab, may be bold, and cannot leave their attribute', () => {
  const link = (address: string, label: string) =>
    `<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`
  expect(formatted('*<https://a.example/?a=1&amp;b=2|A &amp; B>*')).toBe(
    `<strong>${link('https://a.example/?a=1&amp;b=2', 'A &amp; B')}</strong>`,
  )
  expect(formatted('<https://a.example/"onclick="x>')).toBe(
    link('https://a.example/&quot;onclick=&quot;x', 'https://a.example/&quot;onclick=&quot;x'),
  )
})

test('without markup only the words are left', () => {
  expect(plainText('*A* <https://a.example|B>\n"C"')).toBe('A B &quot;C&quot;')
})
