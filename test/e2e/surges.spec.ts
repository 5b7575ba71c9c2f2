import { listSurges } from '#contract/analytics.schema.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, test } from './story.ts'

const address = '/admin?tab=analytics'

test('an administrator sees the posts on which many members reported within minutes', {
  tag: ['@pace-surge'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira', address)
  const panel = page.getByRole('region', { name: 'Many at once', exact: true })
  await expect(panel).toContainText('10 or more members reported within 5 minutes')
  await expect(panel.getByText('None in this period')).toBeVisible()

  await story.run(
    `insert into post_surges (post_id, started_at, members)
     select id, $1::timestamptz, 23 from posts where published_at is not null and deleted_at is null and brand <> 'test'
     order by original_post_date desc, id limit 1`,
    [new Date(story.clock.now().getTime() - 3_600_000).toISOString()],
  )
  await page.reload()
  const row = panel.getByRole('row').filter({ hasText: '23 members' })
  await expect(row).toBeVisible()
  const answer = await page.request.get(listSurges.path)
  const [surge] = listSurges.answer.parse(await answer.json()).data
  await expect(row).toContainText(surge?.authorName ?? 'nobody')
  await expect(row.getByRole('cell').last()).toBeAttached()
  await expectAccessibleInBothThemes(page)
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(panel.getByText('23 members')).toBeVisible()
    await expectToFit(page)
  }
})
