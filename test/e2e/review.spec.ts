import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { reviewShare } from '#contract/shares.schema.ts'
import { cutOff } from './faults.ts'
import {
  appeal,
  fillChecks,
  fillQueue,
  fillReview,
  firstOfLists,
  report,
  reviewLink,
  rowsIn,
  signInReviewer,
} from './review-queue.ts'
import { expectAccessibleInBothThemes, expectOneFilledButton, expectToFit } from './screen-checks.ts'
import { expect, expectToast, nameOf, test, toastOn } from './story.ts'

const moderator = 'kenji.watanabe'
const colleague = 'marta.oliveira'
const members = ['zoe.brandt', 'arjun.mehta', 'grace.kamau'] as const

const waiting = (page: Page) => rowsIn(page, 'Shares to review')
const panelIn = (row: Locator) => row.getByRole('form')

test('a moderator empties a queue of twelve with the keyboard alone', {
  tag: [
    '@review-keyboard',
    '@review-answers',
    '@review-reason',
    '@review-focus',
    '@review-empty',
    '@review-count',
  ],
}, async ({ story }) => {
  await fillQueue(
    story,
    Array.from({ length: 12 }, (_, place) => ({
      handle: members[place % members.length] ?? 'zoe.brandt',
      message: `Share number ${place + 1}`,
    })),
  )
  const page = await signInReviewer(story, moderator)
  await expect(waiting(page)).toHaveCount(12)
  await expect(waiting(page).first()).toContainText('Share number 1')
  await expect(page.getByText('Oldest waits 13 hours')).toBeVisible()
  await expect(reviewLink(page)).toHaveAccessibleName(/^Review.*, 12 waiting$/)

  await page.keyboard.press('j')
  await expect(waiting(page).first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(waiting(page).first()).toBeFocused()
  for (let number = 1; number <= 12; number++) {
    const row = waiting(page).filter({ hasText: new RegExp(`Share number ${number}(?!\\d)`) })
    await expect(row).toBeFocused()
    if (number % 3 === 0) {
      await page.keyboard.press('r')
      await expect(panelIn(row).getByRole('textbox')).toBeFocused()
      // Letters write now: they answer nothing.
      await page.keyboard.type('Very kind, but rejected')
      await expect(panelIn(row)).toContainText('23 / 140')
      await page.keyboard.press('ControlOrMeta+Enter')
    } else {
      await page.keyboard.press('v')
    }
    await expect(row).toHaveCount(0)
  }
  await expect(page.getByText('Nothing to review', { exact: true })).toBeVisible()
  await expect(page.getByText('New shares show up here by themselves.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shares handed in' })).toBeFocused()
  await expect(reviewLink(page)).not.toHaveAccessibleName(/12 waiting/)
  const answered = await story.run<{ status: string; reason: string | null; count: number }>(
    `select status, reason, count(*)::int as count from shares where custom_message like 'Share number %'
     group by status, reason order by status`,
  )
  expect(answered).toEqual([
    { status: 'completed', reason: null, count: 8 },
    { status: 'rejected', reason: 'Very kind, but rejected', count: 4 },
  ])
})

test('an answer can be taken back from its toast, and a share comes back where it was', {
  tag: ['@review-undo', '@review-answers', '@review-shares'],
}, async ({ story }) => {
  await fillQueue(story, [
    { handle: 'zoe.brandt', message: 'The year-end guide' },
    { handle: 'arjun.mehta', message: 'No link with this one', link: null },
  ])
  const page = await signInReviewer(story, moderator)
  const first = waiting(page).filter({ hasText: 'The year-end guide' })
  const link = first.getByRole('link', { name: /linkedin\.com\/feed\/update\/0/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toContainText('Opens LinkedIn')
  await expect(waiting(page).nth(1)).toContainText('No link given.')
  await expectOneFilledButton(page, 'on the review')
  const name = nameOf(story, 'zoe.brandt')
  await first.getByRole('button', { name: `Verify the share by ${name}, 30 points` }).click()
  await expectToast(page, 'Verified', `${name} · 30 points`)
  await expect(first).toHaveCount(0)
  await expect(waiting(page).first()).toBeFocused()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Answer taken back')
  await expect(waiting(page).first()).toContainText('The year-end guide')
  await expect(waiting(page).first()).toBeFocused()
  const [stored] = await story.run('select status from shares where custom_message = $1', [
    'The year-end guide',
  ])
  expect(stored).toEqual({ status: 'pending' })

  await test.step('without a reason nothing is sent, and a chip writes one', async () => {
    await first.getByRole('button', { name: `Reject the share by ${name}` }).click()
    const panel = panelIn(first)
    await panel.getByRole('button', { name: 'Send “Not accepted”' }).click()
    await expect(panel.getByText('Choose a reason, or write a few words.')).toBeVisible()
    await expect(panel.getByRole('textbox')).toBeFocused()
    await panel.getByRole('button', { name: 'Link needs a sign-in' }).click()
    await expect(panel.getByRole('textbox')).toHaveValue(
      'The link needs a sign-in, so we could not see it. Send a public one and we will look again.',
    )
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(first).toBeFocused()
  })
})

test('several shares are verified at once, and come back together', {
  tag: ['@review-bulk', '@review-undo'],
}, async ({ story }) => {
  await fillQueue(story, [
    { handle: 'zoe.brandt', message: 'One of three' },
    { handle: 'arjun.mehta', message: 'Two of three' },
    { handle: 'grace.kamau', message: 'Three of three' },
  ])
  const page = await signInReviewer(story, moderator)
  await expect(waiting(page)).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await waiting(page).nth(2).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toHaveCount(0)
  await expect(waiting(page).first()).toBeFocused()
  await waiting(page).nth(0).getByRole('checkbox').check()
  await waiting(page).nth(1).getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Verify 2' }).click()
  await expectToast(page, 'Verified', '2 shares · 60 points')
  await expect(waiting(page)).toHaveCount(1)
  await expect(waiting(page).first()).toBeFocused()
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await expect(waiting(page)).toHaveCount(3)
})

test('nobody answers their own share, and whoever is no reviewer sees that the screen is not for them', {
  tag: ['@review-own', '@review-gate', '@bar-review'],
}, async ({ story }) => {
  await fillQueue(story, [{ handle: moderator, message: 'My own words' }])
  const page = await signInReviewer(story, moderator)
  const own = waiting(page).first()
  await expect(own).toContainText('Yours: a colleague decides.')
  await expect(own.getByRole('button', { name: /^(Verify|Reject)/ })).toHaveCount(0)
  await expect(own.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  await expect(own).toBeFocused()
  // What is one's own waits for others.
  await expect(reviewLink(page)).toHaveAccessibleName('Review')

  const member = await story.signIn('zoe.brandt', paths.review)
  await expect(member.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(member.getByText('You don\u0027t have permission to access the review.')).toBeVisible()
  await expect(reviewLink(member)).toHaveCount(0)
})

test('of two reviewers at one share, the second is told what the first answered', {
  tag: ['@review-twice', '@review-live', '@review-count'],
}, async ({ story }) => {
  story.faults.permit(/^logged: Failed to load resource: the server responded with a status of 409/)
  await fillQueue(story, [
    { handle: 'zoe.brandt', message: 'Contested' },
    { handle: 'grace.kamau', message: 'Left over' },
  ])
  const page = await signInReviewer(story, moderator)
  const other = await signInReviewer(story, colleague, { role: 'admin' })
  await expect(reviewLink(other)).toHaveAccessibleName(/, 2 waiting$/)
  const row = waiting(page).filter({ hasText: 'Contested' })
  await row.getByRole('button', { name: /^Reject/ }).click()
  await panelIn(row).getByRole('textbox').fill('Not this one')
  await waiting(other)
    .filter({ hasText: 'Contested' })
    .getByRole('button', { name: /^Verify/ })
    .click()
  await expect(reviewLink(page)).toHaveAccessibleName(/, 1 waiting$/)
  await expect(reviewLink(other)).toHaveAccessibleName(/, 1 waiting$/)
  // What somebody is writing stays, though the list has gone on without it.
  await expect(panelIn(row).getByRole('textbox')).toHaveValue('Not this one')
  await panelIn(row).getByRole('button', { name: /^Send/ }).click()
  await expect(row.getByRole('status')).toHaveText('A colleague has verified this already.')
  await expect(row).toHaveCount(0)
  await expect(waiting(page).first()).toBeFocused()
})

test('an answer that does not get through is told in its row, and can be sent again', {
  tag: ['@review-failure'],
}, async ({ story }) => {
  story.faults.permit(cutOff)
  await fillQueue(story, [{ handle: 'zoe.brandt', message: 'On a bad line' }])
  const page = await signInReviewer(story, moderator)
  await page.route(`**${reviewShare.path.replace(':id', '*')}`, (route) => route.abort())
  const row = waiting(page).first()
  await row.getByRole('button', { name: /^Verify/ }).click()
  await expect(row.getByRole('alert')).toContainText('The server could not be reached.')
  await page.unrouteAll()
  await row.getByRole('button', { name: /^Verify/ }).click()
  await expect(page.getByText('Nothing to review', { exact: true })).toBeVisible()
})

test('the answered shares are listed with their reasons, and an answer can be taken back there', {
  tag: ['@review-answered'],
}, async ({ story }) => {
  await fillQueue(story, [
    { handle: 'zoe.brandt', message: 'To be verified' },
    { handle: 'grace.kamau', message: 'To be refused' },
  ])
  const page = await signInReviewer(story, moderator)
  await expect(waiting(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('v')
  await expect(waiting(page)).toHaveCount(1)
  await expect(waiting(page).first()).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.type('Not about us')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Nothing to review', { exact: true })).toBeVisible()

  await page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: 'Not accepted' }).click()
  await expect(page).toHaveURL(`${paths.review}?tab=not-accepted`)
  const refused = rowsIn(page, 'Shares that were not accepted').filter({ hasText: 'To be refused' })
  await expect(refused).toContainText('Not about us')
  await refused.getByRole('button', { name: /^Take back the answer/ }).click()
  await expectToast(page, 'Back in review')
  await expect(refused).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: 'Verified' }).click()
  const verified = rowsIn(page, 'Verified shares').filter({ hasText: 'To be verified' })
  await verified.getByRole('button', { name: /^Take back the answer/ }).click()
  await panelIn(verified).getByRole('button', { name: 'Already counted' }).click()
  await panelIn(verified).getByRole('button', { name: /^Send/ }).click()
  await expectToast(page, 'Not accepted')
  const stored = await story.run(
    'select custom_message as text, status from shares where custom_message like $1',
    ['To be %'],
  )
  expect(stored).toEqual(
    expect.arrayContaining([
      { text: 'To be verified', status: 'rejected' },
      { text: 'To be refused', status: 'pending' },
    ]),
  )
})

test('a reviewer decides checks: with the member’s answer, or because there was none', {
  tag: ['@review-checks', '@review-keyboard'],
}, async ({ story }) => {
  await fillChecks(story, [
    { handle: 'zoe.brandt', note: null },
    { handle: 'arjun.mehta', note: 'Second comment from the top', link: 'https://x.com/arjun/status/7' },
  ])
  const page = await signInReviewer(story, moderator, { tab: 'checks' })
  const rows = rowsIn(page, 'Checks to decide')
  await expect(rows).toHaveCount(2)
  const [silent, answered] = [
    rows.filter({ hasText: nameOf(story, 'zoe.brandt') }),
    rows.filter({ hasText: nameOf(story, 'arjun.mehta') }),
  ]
  await expect(silent).toContainText('reported a like on this post')
  await expect(silent).toContainText('Picked by lot')
  await expect(silent).toContainText(/No answer since [A-Z][a-z]{2} \d/)
  await expect(answered).toContainText('Second comment from the top')
  await expect(answered.getByRole('link', { name: /x\.com\/arjun\/status\/7/ })).toBeVisible()
  await silent.getByRole('button', { name: /^Can’t find it/ }).click()
  await panelIn(silent).getByRole('button', { name: 'No like found' }).click()
  await panelIn(silent).getByRole('button', { name: 'Take back the report' }).click()
  await expectToast(page, 'Report taken back')
  await expect(silent).toHaveCount(0)
  await expect(answered).toBeFocused()
  await page.keyboard.press('v')
  await expectToast(page, 'Looks right')
  await expect(page.getByText('Nothing to check', { exact: true })).toBeVisible()
  const decided = await story.run('select decision from checks order by decision')
  expect(decided).toEqual([{ decision: 'confirmed' }, { decision: 'taken_back' }])
})

test('an appeal is decided by another reviewer than the one who took it back', {
  tag: ['@review-appeals'],
}, async ({ story }) => {
  await story.run('delete from appeals')
  const page = await signInReviewer(story, moderator, { tab: 'appeals' })
  await appeal(story, page, 'zoe.brandt', 'It is there, below the picture.')
  const rows = rowsIn(page, 'Open appeals')
  await expect(rows.first()).toContainText('A colleague decides this one.')
  const other = await signInReviewer(story, colleague, { tab: 'appeals', role: 'admin' })
  const row = rowsIn(other, 'Open appeals').first()
  await expect(row).toContainText('It is there, below the picture.')
  await expect(row).toContainText('We could not find it.')
  await expect(row).toContainText(`${nameOf(story, moderator)} took it back:`)
  await row.getByRole('button', { name: /^Give back/ }).click()
  await panelIn(row).getByRole('textbox').fill('Found it, thank you.')
  await panelIn(row).getByRole('button', { name: 'Give back' }).click()
  await expectToast(other, 'Points given back')
  await expect(other.getByText('No open appeals', { exact: true })).toBeVisible()
  await expect(page.getByText('No open appeals', { exact: true })).toBeVisible()
  const [decided] = await story.run(
    'select decision, decision_reason as reason from appeals order by decided_at desc limit 1',
  )
  expect(decided).toEqual({ decision: 'given_back', reason: 'Found it, thank you.' })
})

test('reports are found by member, post and day, and taken back with a reason', {
  tag: ['@review-reports'],
}, async ({ story }) => {
  const id = await report(story, 'grace.kamau')
  const page = await signInReviewer(story, moderator, { tab: 'reports' })
  const table = page.getByRole('table', { name: 'Reports, newest first' })
  await expect(table.getByRole('rowheader').first()).toBeVisible()
  const filters = page.getByRole('search', { name: 'Report filters' })
  await filters.getByLabel('Member').fill('grace')
  const name = nameOf(story, 'grace.kamau')
  await expect(table.getByRole('rowheader').filter({ hasNotText: name })).toHaveCount(0)
  const row = table.locator(`tr[data-row="${id}"]`)
  await expect(row).toContainText('Live')
  await row.getByRole('button', { name: /^Only this post/ }).click()
  await expect(table.getByRole('rowheader')).toHaveCount(1)
  await row.getByRole('button', { name: `Take back the like by ${name}` }).click()
  const panel = table.getByRole('form')
  await panel.getByRole('textbox').fill('A slip, it seems')
  await panel.getByRole('button', { name: 'Take back the report' }).click()
  await expectToast(page, 'Report taken back')
  await expect(row).toContainText('Taken back')
  await expect(row).toBeFocused()
  await expect(table).toContainText(`${nameOf(story, moderator)} took it back: A slip, it seems`)
  await expect(row.getByRole('button', { name: /^Take back/ })).toHaveCount(0)

  await filters.getByRole('button', { name: /^Reports on all posts/ }).click()
  await expect(filters.getByLabel('Member')).toBeFocused()
  await filters.getByLabel('From').fill('2199-01-01')
  await expect(page.getByText('No reports found', { exact: true })).toBeVisible()
  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await expect(table.getByRole('rowheader').first()).toBeVisible()
  const [stored] = await story.run('select reason from take_backs where interaction_id = $1', [id])
  expect(stored).toEqual({ reason: 'A slip, it seems' })
})

test('a member’s statement opens from their row', { tag: ['@review-statement'] }, async ({ story }) => {
  await fillQueue(story, [{ handle: 'zoe.brandt', message: 'Whose points are these?' }])
  const page = await signInReviewer(story, moderator)
  const name = nameOf(story, 'zoe.brandt')
  const button = waiting(page)
    .first()
    .getByRole('button', { name: `Statement of ${name}` })
  await button.click()
  await expect(page.getByRole('dialog')).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('the keys can be switched off', { tag: ['@review-keyboard'] }, async ({ story }) => {
  await fillQueue(story, [{ handle: 'zoe.brandt', message: 'No keys here' }])
  const page = await signInReviewer(story, moderator)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  const hint = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(hint).toContainText('Next row')
  await hint.getByRole('switch', { name: 'Use these keys' }).click()
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Keyboard' })).toBeFocused()
})

for (const width of [360, 1280]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 } })

    test(`every list is accessible in both themes and fits at ${width} pixels`, {
      tag: ['@review-accessible'],
    }, async ({ story }) => {
      await fillReview(story)
      const page = await signInReviewer(story, moderator)
      for (const [tab, first] of Object.entries(firstOfLists(page))) {
        await page.goto(`${paths.review}?tab=${tab}`)
        await expect(first).toBeVisible()
        await look(page)
      }
    })
  })
}

async function look(page: Page): Promise<void> {
  await expectAccessibleInBothThemes(page)
  await expectToFit(page)
}
