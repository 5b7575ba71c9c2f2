import { paths } from '#contract/paths.ts'
import { listPosts, updatePost } from '#contract/posts.schema.ts'
import { anglesFor } from '#domain/angles.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { postBy } from './new-posts.ts'
import { openPosts, rowBy } from './posts-table.ts'
import { reportAs } from './reports.ts'
import { send } from './rules.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const author = 'Angela Ode'
const angles = ['What you built', 'Who it helped', 'Where it led']
const question = 'What was hard?'
const heading = 'Ideas for your comment, in your own words:'

test('an administrator writes a question and angles, and two members see these in different orders', {
  tag: ['@angles-forms', '@angles-shown'],
}, async ({ story }) => {
  const page = await openPosts(story)
  await page.getByRole('button', { name: 'Add Manual Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Manual Social Post' })
  await dialog.getByLabel('Post URL').fill('https://www.linkedin.com/posts/angles-1')
  await dialog.getByRole('textbox', { name: 'Content', exact: true }).fill('We have shipped it.')
  await dialog.getByLabel('Author name').fill(author)
  await dialog.getByLabel('Question to readers').fill(question)
  const field = dialog.getByLabel('Angles for comments')
  for (const [text, message] of [
    ['One\nTwo\nThree\nFour', /At most 3 angles/],
    [`One\n${'x'.repeat(121)}`, /An angle must be at most 120 characters long/],
    ['One\none', /This angle is there already/],
  ] as const) {
    await field.fill(text)
    await dialog.getByRole('button', { name: 'Create Post' }).click()
    await expect(field).toHaveAccessibleDescription(message)
    await expect(field).toBeFocused()
  }
  await field.fill(`${angles.join('\n')}\n`)
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await expectToast(page, 'Post created')
  const id = await postOf(story)
  expect(await story.run('select question, angles from posts where id = $1', [id])).toEqual([
    { question, angles },
  ])

  const readers = await twoReaders(story, id)
  for (const [handle, own] of readers) {
    for (const path of [paths.socialFeed, paths.dashboard]) {
      const member = await story.signIn(handle, path)
      const card = postBy(member, author)
      await expect(card).toContainText(question)
      // The dashboard has one line for them.
      if (path === paths.dashboard) await expect(card).toContainText(`An idea for your comment: ${own[0]}`)
      else await expect(card.getByRole('list', { name: heading }).getByRole('listitem')).toHaveText(own)
    }
  }
  expect(readers[0]?.[1][0]).not.toBe(readers[1]?.[1][0])
})

test('a change of the angles meets that of somebody else, and reaches open windows', {
  tag: ['@angles-forms', '@angles-shown', '@angles-change'],
}, async ({ story }) => {
  const id = await insertPost(story.sandbox.server.deps, {
    authorName: 'Edith Or',
    question,
    angles: ['One'],
  })
  story.sandbox.server.deps.live.announce({ topics: ['posts'] })
  const feed = await story.signIn('zoe.brandt', paths.socialFeed)
  await expect(postBy(feed, 'Edith Or')).toContainText('An idea for your comment, in your own words:')
  const page = await openPosts(story)
  await rowBy(page, 'Edith Or').getByRole('button', { name: /^Edit/ }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Social Feed Post' })
  const field = editor.getByLabel('Angles for comments')
  await expect(editor.getByLabel('Question to readers')).toHaveValue(question)
  await expect(field).toHaveValue('One')
  await send(page, { ...updatePost, path: `${listPosts.path}/${id}`, body: { angles: ['Two', 'Three'] } })
  await field.fill('Four')
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expect(editor.getByRole('alert')).toContainText('Two · Three')
  await editor.getByRole('button', { name: 'Use their version' }).click()
  await expect(field).toHaveValue('Two\nThree')
  await expect(field).toBeFocused()
  await field.fill('Two\nFour')
  await editor.getByLabel('Question to readers').fill('')
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expectToast(page, 'Post updated')
  expect(await story.run('select question, angles from posts where id = $1', [id])).toEqual([
    { question: null, angles: ['Two', 'Four'] },
  ])
  const card = postBy(feed, 'Edith Or')
  await expect(card.getByRole('listitem').filter({ hasText: /^(Two|Four)$/ })).toHaveCount(2)
  await expect(card).not.toContainText(question)
})

test('a post without them has nothing in their place, and one that is folded stays so', {
  tag: ['@angles-shown'],
}, async ({ story }) => {
  const { deps } = story.sandbox.server
  await insertPost(deps, { authorName: 'Plain Words' })
  const id = await insertPost(deps, { authorName: 'Folded Words', question, angles })
  deps.live.announce({ topics: ['posts'] })
  const page = await story.signIn('priya.raghavan')
  await expect(postBy(page, 'Folded Words')).toContainText('An idea for your comment')
  await expect(postBy(page, 'Plain Words')).not.toContainText('your comment')
  for (const interactionType of interactionTypes)
    await reportAs(story, 'priya.raghavan', { postId: id, interactionType })
  await expect(postBy(page, 'Folded Words')).toContainText('Liked, commented, shared')
  await expect(postBy(page, 'Folded Words')).not.toContainText(question)
})

test('they fit every width and both themes, with the longest words and from right to left', {
  tag: ['@angles-shown'],
}, async ({ story }) => {
  const { deps } = story.sandbox.server
  await insertPost(deps, {
    authorName: 'Long Words',
    question: 'x'.repeat(200),
    angles: ['y'.repeat(120), 'כתבו במילים שלכם', 'A plain one'],
  })
  deps.live.announce({ topics: ['posts'] })
  for (const path of [paths.socialFeed, paths.dashboard]) {
    const page = await story.signIn('zoe.brandt', path)
    await expect(postBy(page, 'Long Words')).toContainText('your comment')
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
    }
    await expectAccessibleInBothThemes(page, 'article')
  }
  // On a phone they leave the first button of the dashboard in sight.
  const phone = await story.signIn('zoe.brandt')
  await phone.setViewportSize({ width: 390, height: 844 })
  const card = postBy(phone, 'Long Words')
  await expect(card).toContainText('your comment')
  await expect(card.getByRole('button', { name: /^I liked/ })).toBeInViewport({ ratio: 1 })
})

async function postOf(story: Story): Promise<PostId> {
  const [row] = await story.run<{ id: PostId }>('select id from posts where author_name = $1', [author])
  if (!row) throw new Error('The post was not made')
  return row.id
}

/** Two people who see another angle of a post first, each with their order. */
async function twoReaders(story: Story, postId: PostId): Promise<[handle: string, angles: string[]][]> {
  const rows = await story.run<{ id: UserId; slackId: string }>(
    'select id, slack_user_id as "slackId" from users where slack_user_id is not null and disabled_at is null',
  )
  const readers = rows.flatMap(({ id: userId, slackId }): [string, string[]][] => {
    const person = story.sandbox.workplace.people.find(({ id }) => id === slackId)
    return person ? [[person.handle, anglesFor(angles, { postId, userId })]] : []
  })
  const [first] = readers
  const other = readers.find(([, own]) => own[0] !== first?.[1][0])
  if (!first || !other) throw new Error('Everybody sees the same angle first')
  return [first, other]
}
