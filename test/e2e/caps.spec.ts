import { putHonesty } from '#contract/honesty.ts'
import { defaultHonesty, type HonestySettings } from '#domain/honesty.ts'
import type { PostId } from '#domain/ids.ts'
import { present } from '#test/support/present.ts'
import { expectAccessibleEverywhere, reportOf, sendAs, takeBackAs } from './decisions.ts'
import { doneOn, newPost, postBy, undoOn } from './new-posts.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'

async function putCaps(story: Story, caps: Partial<HonestySettings['dailyCaps']>): Promise<void> {
  const page = await story.signIn(admin)
  const body = { ...defaultHonesty, dailyCaps: { ...defaultHonesty.dailyCaps, ...caps } }
  await sendAs(page, putHonesty, { body })
}

test('from half a daily cap on the buttons count, and at the cap they show no points', {
  tag: ['@caps-count', '@caps-toast'],
}, async ({ story }) => {
  await putCaps(story, { like: 2 })
  const authors = [await newPost(story), await newPost(story), await newPost(story)]
  const page = await story.signIn('samuel.adjei', '/social-feed')
  const like = (nth: number) => postBy(page, authors[nth] ?? '').getByRole('button', { name: /^I liked/ })
  await expect(like(0)).toHaveAccessibleName(`I liked +15 on the post by ${authors[0]}`)
  await like(0).click()
  await expect(like(1)).toHaveAccessibleName(`I liked +15 1 of 2 today on the post by ${authors[1]}`)
  await like(1).click()
  await expect(like(2)).toHaveAccessibleName(`I liked 2 of 2 today on the post by ${authors[2]}`)
  await expectAccessibleEverywhere(page)
  await like(2).click()
  await expectToast(page, 'Interaction reported!', 'Counts, no points today: the like on LinkedIn')
  await expect(doneOn(page, authors[2] ?? '', 'Liked')).toBeVisible()
  // An undo of one that earned frees its place.
  await undoOn(page, authors[1] ?? '', 'like').click()
  await expect(like(1)).toHaveAccessibleName(`I liked +15 1 of 2 today on the post by ${authors[1]}`)
})

test('a report that was taken back is not offered again', {
  tag: ['@report-taken-back'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('zoe.brandt', '/social-feed')
  await postBy(page, author)
    .getByRole('button', { name: /^I commented/ })
    .click()
  await expect(doneOn(page, author, 'Commented')).toBeVisible()
  const [post] = await story.run<{ id: PostId }>('select id from posts where author_name = $1', [author])
  const wanted = { postId: present(post).id, interactionType: 'comment' } as const
  const report = await reportOf(story, 'zoe.brandt', wanted)
  await takeBackAs(await story.signIn('tomasz.wojcik'), report.id, 'We could not find it')
  await expect(postBy(page, author).getByText('Taken back: comment')).toBeVisible()
  await expect(postBy(page, author).getByRole('button', { name: /^I commented/ })).toHaveCount(0)
})
