import { expect, test } from './story.ts'

test('a report in one browser shows as a toast and a moved board in another within a second', async ({
  story,
}) => {
  const ana = await story.signIn('aisha.bello')
  const ben = await story.signIn('tomasz.wojcik')
  await ana.screenshot({ path: '/tmp/shot-dash.png', fullPage: true })
  await expect(ben.getByText('Live', { exact: true })).toBeVisible()
  await ana.goto('/social-feed')
  await ana.waitForTimeout(1500)
  await ana.screenshot({ path: '/tmp/shot-feed.png', fullPage: true })
  const like = ana.getByRole('button', { name: /^Like/ }).first()
  await like.click()
  const pressedAt = Date.now()
  await expect(ben.getByText('Points Earned!')).toBeVisible({ timeout: 1_000 })
  await ben.screenshot({ path: '/tmp/shot-ben.png' })
  expect(Date.now() - pressedAt).toBeLessThan(1_000)
})
