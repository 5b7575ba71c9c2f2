import { expect, test } from './story.ts'

test('a report in one browser shows as a toast and a moved board in another within a second', async ({ story }) => {
  const [ana, ben] = await Promise.all([story.signIn('aisha.bello'), story.signIn('tomasz.wojcik')])
  await expect(ben.getByText('Live', { exact: true })).toBeVisible()
  await ana.goto('/social-feed')
  const like = ana.getByRole('button', { name: /^Like/ }).first()
  await like.click()
  const pressedAt = Date.now()
  await expect(ben.getByText('Points Earned!')).toBeVisible({ timeout: 1_000 })
  expect(Date.now() - pressedAt).toBeLessThan(1_000)
})
