import { livePath } from '#contract/live.ts'
import { deletePost, listPosts, newPost, updatePost } from '#contract/posts.schema.ts'
import { brokenCalls } from './faults.ts'
import { tabTo } from './focus.ts'
import { changeRole, insertPosts, leftOf, openPosts, rowBy, tableOn, toldOf } from './posts-table.ts'
import { send } from './rules.ts'
import { expect, expectToast, test, toastOn } from './story.ts'

const onePost = `**${listPosts.path}/*`

test('a post is added by hand, edited at the same time as by somebody else, and deleted', {
  tag: [
    '@admin-posts-columns',
    '@admin-posts-author',
    '@admin-posts-platform',
    '@admin-posts-cut',
    '@admin-posts-original',
    '@admin-posts-engagements',
    '@admin-posts-row-buttons',
    '@admin-posts-searched',
    '@admin-posts-none-found',
    '@admin-posts-edit',
    '@admin-posts-by-hand',
    '@admin-posts-delete-question',
    '@admin-posts-focus',
    '@form-post-platform',
    '@form-post-content',
    '@form-post-address',
    '@form-post-picture',
    '@form-post-author',
    '@form-post-handle',
    '@form-post-avatar',
    '@form-post-brand',
    '@form-post-time',
    '@form-post-optional',
    '@form-post-edit',
    '@form-post-delete',
    '@told-post-created',
    '@told-post-create-failed',
    '@told-post-create-refused',
    '@told-post-updated',
    '@told-post-update-failed',
    '@told-post-deleted',
    '@told-post-delete-failed',
    '@wrong-post-twice',
    '@wrong-post-gone',
    '@wrong-link',
    '@number-panel-cut',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  story.faults.permit(/^logged: Failed to load resource: the server responded with a status of 500/)
  const page = await openPosts(story)
  await expect(tableOn(page).getByRole('columnheader')).toHaveText([
    'Select',
    'Author',
    'Platform',
    'Content',
    'Original URL',
    'Engagements',
    'Actions',
  ])
  await page.getByRole('button', { name: 'Add Manual Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Manual Social Post' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await expect(dialog.getByLabel('Post URL')).toBeFocused()
  await expect(dialog.getByLabel('Platform')).toHaveValue('linkedin')
  await expect(dialog.getByLabel('Brand')).toHaveValue('accounting')
  await expect(dialog.getByLabel('Scheduled time')).not.toHaveValue('')
  await field('Post URL').fill('linkedin.com/posts/1')
  await field('Image URL').fill('javascript:alert(1)')
  await field('Author avatar URL').fill('me.png')
  await dialog.getByLabel('Brand').fill('')
  await dialog.getByLabel('Scheduled time').fill('')
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await expect(field('Content')).toBeFocused()
  for (const [name, message] of [
    ['Content', 'Content is required'],
    ['Post URL', 'Please enter a valid URL'],
    ['Image URL', 'Please enter a valid image URL'],
    ['Author name', 'Author name is required'],
    ['Author avatar URL', 'Please enter a valid avatar URL'],
  ] as const)
    await expect(field(name)).toHaveAccessibleDescription(message)
  await expect(dialog.getByText('Brand is required')).toBeVisible()
  await expect(dialog.getByText('Scheduled time is required')).toBeVisible()

  await field('Content').fill(`Read our report. ${'It is long. '.repeat(9)}The end.`)
  await field('Post URL').fill('https://www.linkedin.com/posts/report-1')
  await field('Image URL').fill('')
  await field('Author name').fill('Nora  Quill')
  await field('Author avatar URL').fill('')
  await dialog.getByLabel('Brand').fill('accounting')
  await dialog.getByLabel('Scheduled time').fill('2026-03-01T09:30')
  await page.route(`**${newPost.path}`, (route) => route.abort())
  await field('Author name').press('Enter')
  await expectToast(page, 'Error', 'Failed to create social feed post.')
  await expect(dialog.getByText('Error: Failed to create social feed post.')).toBeVisible()
  await page.unrouteAll()
  await page.route(`**${newPost.path}`, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await field('Author name').press('Enter')
  await expectToast(page, 'Error', 'Failed to create post')
  const message = 'The feed is full'
  await page.route(`**${newPost.path}`, (route) => route.fulfill({ status: 409, json: { message } }), {
    times: 1,
  })
  await field('Author name').press('Enter')
  await expectToast(page, 'Error', message)
  await field('Author name').press('Enter')
  await expectToast(page, 'Post created')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Manual Post' })).toBeFocused()
  const made = await story.run<Record<string, unknown>>(
    `select platform, brand, author_handle, image_url, author_avatar_url, original_post_date from posts
     where author_name = 'Nora  Quill'`,
  )
  const scheduled = await page.evaluate(() => new Date('2026-03-01T09:30').toISOString())
  expect(made).toEqual([
    {
      platform: 'linkedin',
      brand: 'accounting',
      author_handle: '@nora.quill',
      image_url: null,
      author_avatar_url: null,
      original_post_date: new Date(scheduled),
    },
  ])

  await page.getByLabel('Search posts').fill('nora')
  await expect(page.getByText('1 post found')).toBeVisible()
  const row = rowBy(page, 'Nora Quill')
  await expect(row.getByRole('rowheader')).toHaveText('Nora Quill@nora.quill')
  await expect(row.getByRole('link')).toHaveAttribute('href', 'https://www.linkedin.com/posts/report-1')
  await expect(row.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  const cut = row.getByRole('button', { name: /The end\.$/ })
  await expect(cut).toContainText('Read our report. It is long. It is long. It is long. It is l…')
  await cut.focus()
  await expect(page.getByText(/^Read our report\..*The end\.$/).last()).toBeVisible()
  await page.keyboard.press('Escape')

  // Somebody else corrects the author while the dialog is open.
  await row.getByRole('button', { name: 'Edit post by Nora Quill' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Social Feed Post' })
  await expect(editor.getByLabel('Original post URL')).toBeFocused()
  await editor.getByLabel('Original post URL').fill('report-2')
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expect(editor.getByLabel('Original post URL')).toHaveAccessibleDescription(
    /^Please enter a valid URL/,
  )
  const [{ id } = { id: '' }] = await story.run<{ id: string }>(
    `select id from posts where author_name = 'Nora  Quill'`,
  )
  await story.run(
    'update posts set likes_count = 1200, comments_count = 30, shares_count = 4 where id = $1',
    [id],
  )
  await send(page, {
    ...updatePost,
    path: `${listPosts.path}/${id}`,
    body: { authorName: 'Nora Quill-Reed' },
  })
  await editor.getByLabel('Original post URL').fill('https://www.linkedin.com/posts/report-2')
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expectToast(page, 'Error', 'Failed to update social feed post.')
  await expect(editor.getByRole('alert')).toContainText('Nora Quill-Reed')
  await expect(editor.getByLabel('Author name')).toHaveValue('Nora Quill-Reed')
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expectToast(page, 'Post updated')
  await expect(editor).toBeHidden()
  expect(await story.run('select author_name, post_url from posts where id = $1', [id])).toEqual([
    { author_name: 'Nora Quill-Reed', post_url: 'https://www.linkedin.com/posts/report-2' },
  ])

  // And deletes it while the dialog is open.
  const renamed = rowBy(page, 'Nora Quill-Reed')
  await expect(renamed.getByRole('cell').nth(1)).toHaveText('LinkedIn')
  await expect(renamed.getByRole('cell').nth(4)).toHaveText('1,234')
  await renamed.getByRole('button', { name: /^Edit/ }).click()
  await send(page, { ...deletePost, path: `${listPosts.path}/${id}` })
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expectToast(page, 'Error', 'Failed to update social feed post.')
  await expect(editor.getByText('Error: This post was not found')).toBeVisible()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(renamed).toHaveCount(0)
  await expect(page.getByText('No posts found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all posts' }).click()

  const table = tableOn(page)
  const authors = table.getByRole('rowheader')
  const second = await authors.nth(1).innerText()
  await page
    .getByRole('button', { name: /^Delete post by/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: 'Delete Post' })
  const [author = ''] = (await authors.first().innerText()).split('\n')
  await expect(question).toContainText(
    `Are you sure you want to delete this post by ${author}? This action cannot be undone after 30 days.`,
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.route(onePost, (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', 'Failed to delete social feed post.')
  await expect(question.getByText('Error: Failed to delete social feed post.')).toBeVisible()
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Post deleted')
  await expect(authors.first()).toHaveText(second.replace(/\n/g, ''))
  await expect(table.getByRole('row').nth(1)).toBeFocused()
})

test('with the keyboard alone, a post is added and three selected posts are pushed to the channel', {
  tag: [
    '@admin-posts-buttons',
    '@admin-posts-select-pages',
    '@admin-posts-none-selected',
    '@admin-posts-added',
    '@admin-posts-push-told',
    '@admin-posts-push-console',
    '@form-posts-selected',
    '@told-post-created',
    '@told-posts-pushed',
    '@told-posts-push-failed',
  ],
}, async ({ story }) => {
  await insertPosts(story, 2, 'Pushed')
  const page = await openPosts(story)
  const push = page.getByRole('button', { name: /^Push Selected to Slack/ })
  await tabTo(page, push)
  await page.keyboard.press('Enter')
  await expectToast(page, 'No posts selected')
  await expect(page.getByText(/^No posts selected\. Select/)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add Manual Post' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Manual Social Post' })
  await expect(dialog.getByLabel('Post URL')).toBeFocused()
  await page.keyboard.type('https://www.tiktok.com/@brightwater/3')
  await tabTo(page, dialog.getByLabel('Platform'))
  await page.keyboard.type('Tik')
  for (const [label, text] of [
    ['Content', 'Pushed words of the third'],
    ['Author name', 'Pushed 3'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expectToast(page, 'Post created')
  await expect(dialog).toBeHidden()
  await expect.poll(() => toldOf(story, 'Pushed words'), { timeout: 20_000 }).toHaveLength(1)
  await tabTo(page, page.getByLabel('Search posts'))
  await page.keyboard.type('pushed words')
  await expect(page.getByText('3 posts found')).toBeVisible()
  for (const place of [0, 1, 2]) {
    await tabTo(page, page.getByRole('checkbox', { name: /^Select post by Pushed/ }).nth(place))
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Select all/ })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Push Selected to Slack (3)' }), 'Shift+Tab')
  const message = 'Slack is not set up, so nothing can be pushed'
  await page.route(`**${newPost.path}`, (route) => route.fulfill({ status: 409, json: { message } }))
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.keyboard.press('Enter')
  expect((await warning).text()).toContain('Posts could not be pushed')
  await expectToast(page, 'Error', 'Failed to push posts to Slack. Check the console for details.')
  await expect(page.getByText(`Failed to push 3 of 3 posts to Slack: ${message}`)).toBeVisible()
  await page.unrouteAll()
  await tabTo(page, page.getByRole('button', { name: 'Push Selected to Slack (3)' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Posts sent to Slack', '3 posts on the way to Slack.')
  await expect(page.getByRole('button', { name: 'Push Selected to Slack (0)' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Social Feed Posts Management' })).toBeFocused()
  await expect.poll(() => toldOf(story, 'Pushed words'), { timeout: 20_000 }).toHaveLength(4)
  for (const author of ['Pushed 1', 'Pushed 2', 'Pushed 3'])
    expect((await toldOf(story, author)).length).toBeGreaterThan(0)
  expect(
    await story.run(`select count(*)::int as acts from audit_entries where action = 'post.push'`),
  ).toEqual([{ acts: 3 }])
})

test('120 posts selected on three pages are deleted', {
  tag: [
    '@admin-posts-heading',
    '@admin-posts-buttons',
    '@admin-posts-select-all',
    '@admin-posts-selected',
    '@admin-posts-select-pages',
    '@admin-posts-none-selected',
    '@admin-posts-delete-question',
    '@admin-posts-bulk-progress',
    '@admin-posts-focus',
    '@form-posts-selected',
    '@form-posts-delete',
    '@told-posts-deleted',
    '@wrong-many-posts',
  ],
}, async ({ story }) => {
  await insertPosts(story, 120, 'Batch')
  const page = await openPosts(story)
  await page.getByRole('button', { name: 'Delete Selected (0)' }).click()
  await expectToast(page, 'No posts selected')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Search posts').fill('batch words')
  await expect(page.getByText('120 posts found')).toBeVisible()
  await page.getByLabel('Posts per page').selectOption('50 per page')
  const authors = tableOn(page).getByRole('rowheader')
  await expect(authors).toHaveCount(50)
  await expect(tableOn(page).getByRole('row')).toHaveCount(1 + 50)
  const first = authors.first()
  await page.getByLabel('Order of the posts').selectOption('Oldest first')
  await expect(first).toContainText('Batch 120')
  await page.getByLabel('Order of the posts').selectOption('Newest first')
  await expect(first).toContainText(/Batch 1\b/)
  await page.getByRole('checkbox', { name: 'Select post by Batch 1', exact: true }).check()
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  await expect(all).toBeChecked({ indeterminate: true })
  const pages = page.getByRole('navigation', { name: 'Pages of posts' })
  await all.check()
  for (const next of ['Page 2', 'Page 3']) {
    await pages.getByRole('button', { name: next }).click()
    await expect(all).not.toBeChecked()
    await all.check()
  }
  await expect(page.getByText('120 selected, 100 of them not on this page')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Selected (120)' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Selected Posts' })
  await expect(question).toContainText(
    'Are you sure you want to delete 120 selected posts? This action cannot be undone after 30 days.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/^Deleting \d+ of 120…/)).toBeVisible()
  await expectToast(page, 'Posts deleted', '120 posts deleted.')
  await expect(page.getByRole('button', { name: 'Delete Selected (0)' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Social Feed Posts Management' })).toBeFocused()
  await expect(page.getByText('No posts found')).toBeVisible()
  expect(await leftOf(story, 'Batch')).toBe(0)
  expect(
    await story.run(
      `select count(distinct subject)::int as acts from audit_entries
       where action = 'post.delete' and details->'before'->>'authorName' like 'Batch %'`,
    ),
  ).toEqual([{ acts: 120 }])
})

test('when the connection is lost halfway, the remaining posts stay selected and can be deleted later', {
  tag: [
    '@admin-posts-select-all',
    '@admin-posts-empty',
    '@admin-posts-failure',
    '@told-posts-delete-failed',
    '@wrong-connection-lost',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  await insertPosts(story, 40, 'Cut off')
  const page = await openPosts(story)
  await page.getByLabel('Search posts').fill('cut off words')
  await expect(page.getByText('40 posts found')).toBeVisible()
  await page.getByLabel('Posts per page').selectOption('50 per page')
  await page.getByRole('checkbox', { name: 'Select all 40 on this page' }).check()
  let calls = 0
  await page.route(onePost, (route) => (++calls > 10 ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Delete Selected (40)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', 'Failed to delete 30 of 40 posts')
  await expect(
    page.getByText(/^Failed to delete 30 of 40 posts: The server could not be reached/),
  ).toBeVisible()
  await expect(page.getByText('30 posts found')).toBeVisible()
  await expect(page.getByText('30 selected', { exact: true })).toBeVisible()
  expect(calls).toBeLessThan(15)
  expect(await leftOf(story, 'Cut off')).toBe(30)
  await page.unroute(onePost)
  await page.getByRole('button', { name: 'Delete Selected (30)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Posts deleted')
  expect(await leftOf(story, 'Cut off')).toBe(0)

  // What cannot be read is not taken for nothing. The live news of the deletion would read the list once more.
  await page.routeWebSocket(`**${livePath}`, () => undefined)
  await page.route(`**${listPosts.path}?**`, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('The posts could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  const nothing = { data: [], nextCursor: null, total: 0 }
  await page.route(`**${listPosts.path}?**`, (route) => route.fulfill({ json: nothing }))
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByText('No Social Feed Posts', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Manual Post' })).toHaveCount(2)
})

test('somebody who is no longer an administrator deletes nothing, and is told so', {
  tag: ['@told-posts-delete-failed', '@wrong-no-admin'],
}, async ({ story }) => {
  await insertPosts(story, 2, 'Kept')
  const page = await openPosts(story)
  await page.getByLabel('Search posts').fill('kept words')
  await page.getByRole('checkbox', { name: 'Select all 2 on this page' }).check()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await changeRole(story, 'user')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOn(page).getByText('Failed to delete 2 of 2 posts')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  expect(await leftOf(story, 'Kept')).toBe(2)
  await changeRole(story, 'admin')
})
