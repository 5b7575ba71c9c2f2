import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { fillReview, firstOfLists } from './review-queue.ts'
import { expect, type Story } from './story.ts'
import type { View } from './views.ts'

const administrator = 'marta.oliveira'
const title = 'Review · Ovation'

/** The lists of the review. */
export const reviewViews: readonly View[] = [
  {
    name: 'review shares',
    title,
    open: async (story) => {
      const page = await openList(story, 'shares')
      const rows = page.getByRole('list', { name: 'Shares to review' }).getByRole('listitem')
      await rows.nth(0).getByRole('checkbox').check()
      await rows
        .nth(1)
        .getByRole('button', { name: /^Reject/ })
        .click()
      await page.getByRole('button', { name: 'Link needs a sign-in' }).click()
      return page
    },
  },
  ...(['checks', 'appeals', 'reports', 'verified', 'not-accepted'] as const).map((tab) => ({
    name: `review ${tab}`,
    title,
    open: (story: Story) => openList(story, tab),
  })),
]

async function openList(story: Story, tab: keyof ReturnType<typeof firstOfLists>): Promise<Page> {
  await fillReview(story)
  const page = await story.signIn(administrator, `${paths.review}?tab=${tab}`)
  await expect(firstOfLists(page)[tab]).toBeVisible()
  return page
}
