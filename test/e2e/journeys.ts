import { updateProfile } from '#contract/users.schema.ts'
import { undoWindowMs } from '#domain/undo.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { brokenCalls, cutOff } from './faults.ts'
import { tabTo } from './focus.ts'
import { barLink, chooseOwn, meButton, openScreen } from './nav.ts'
import { doneOn, newPost, postBy, undoOn } from './new-posts.ts'
import { reportAs } from './reports.ts'
import type { Theme } from './screen-checks.ts'
import { expect, expectToast, nameOf, personOf, test, usernameOf } from './story.ts'

/** What members do most, at one width (pixels). A file for each width, so that they run side by side. */
export function memberJourneys(width: number, colorScheme: Theme): void {
  test.describe(`at ${width} pixels in ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })
    reportAndUndo()
    competition(width)
    ownProfile()
    connection()
    keyboardOnly()
  })
}

function reportAndUndo(): void {
  test('a member signs in, reports, undoes, reports again, and after five minutes it stays', {
    tag: ['@journey-report'],
  }, async ({ story }) => {
    const author = await newPost(story)
    const page = await story.signInAfresh('soren.kjaer')
    await page.clock.install({ time: story.clock.now() })
    await openScreen(page, 'Social Feed')
    const like = postBy(page, author).getByRole('button', { name: /^I liked \+15/ })
    await like.click()
    await expectToast(page, 'Interaction reported!', '+15 points for the like on LinkedIn')
    const undo = undoOn(page, author, 'like')
    await undo.click()
    await expectToast(page, 'Interaction removed', '-15 points')
    await expect(undo).toHaveCount(0)

    await like.click()
    await expect(undo).toBeVisible()
    await page.clock.fastForward(undoWindowMs + 1_000)
    await expect(undo).toHaveCount(0)
    await expect(doneOn(page, author, 'Liked')).toBeVisible()
  })

  test('a first report brings a badge, and its undo takes it back', { tag: ['@journey-badge'] }, async ({
    story,
  }) => {
    const author = await newPost(story)
    const page = await story.signIn('arjun.mehta')
    const badges = page.getByRole('list', { name: 'Recent achievements' }).getByRole('listitem')
    await expect(badges.first()).toContainText('locked')
    await postBy(page, author)
      .getByRole('button', { name: /^I commented \+20/ })
      .click()
    await expectToast(page, 'Achievement unlocked', 'First Steps')
    await expect(badges.first()).toContainText(/First Steps.*Earned/)
    await openScreen(page, 'Social Feed')
    await undoOn(page, author, 'comment').click()
    await expectToast(page, 'Interaction removed', '-20 points')
    await openScreen(page, 'Dashboard')
    await expect(badges.first()).toContainText('locked')
  })
}

function competition(width: number): void {
  test('the full board is searched, and the contest with its tabs is looked at', {
    tag: ['@journey-board'],
  }, async ({ story }) => {
    // The champion of the last month may not be named yet.
    await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
    const page = await story.signIn('dmytro.shevchenko')
    await page.getByRole('link', { name: /^View Full Leaderboard \(\d+\)$/ }).click()
    const rows = page.getByRole('list', { name: 'All members by rank' }).getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find a colleague' }).fill('grace')
    await expect(rows).toHaveText([new RegExp(nameOf(story, 'grace.kamau'))])

    await openScreen(page, 'Monthly Contests')
    await expect(page.getByRole('heading', { level: 2, name: 'Team Standings' })).toBeVisible()
    const standings = page.getByRole('list', { name: 'Team standings' }).getByRole('listitem')
    await expect(standings.first()).toContainText('Leader')
    await page.getByRole('tab', { name: 'Past Champions' }).click()
    await expect(page.getByRole('list', { name: 'Past champions' })).toBeVisible()
    await page.getByRole('tab', { name: 'Annual Winners' }).click()
    await expect(page.getByRole('list', { name: 'Annual winners' })).toBeVisible()
  })

  test('every screen is reached from the bar, whose menu on a phone opens, closes and goes', {
    tag: ['@bar-admin', '@journey-bar'],
  }, async ({ story }) => {
    const page = await story.signIn('dmytro.shevchenko')
    const menu = meButton(page)
    if (width < 768) {
      await expect(barLink(page, 'Social Feed')).toHaveCount(0)
      await menu.click()
      await expect(menu).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Escape')
      await expect(menu).toBeFocused()
      await expect(barLink(page, 'Social Feed')).toHaveCount(0)
    } else {
      await expect(menu).toHaveCount(0)
    }
    await openScreen(page, 'Social Feed')
    await openScreen(page, 'Monthly Contests')
    await openScreen(page, 'Admin', 'Access Denied')
    await openScreen(page, 'Dashboard')
    await chooseOwn(page, 'View Profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()
  })
}

function ownProfile(): void {
  test('the profile is edited, and says of each failure what is wrong', {
    tag: ['@journey-profile'],
  }, async ({ story }) => {
    story.faults.permit(brokenCalls)
    const page = await story.signIn('leila.haddad', '/profile')
    const username = page.getByLabel('Username')
    const email = page.getByLabel('Email')
    const save = page.getByRole('button', { name: 'Save Changes' })
    const [before, address] = [await username.inputValue(), await email.inputValue()]

    await username.fill(' ')
    await save.click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(username).toBeFocused()
    await username.fill(before)
    await email.fill('nobody')
    await save.click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await email.fill(personOf(story, 'grace.kamau').email)
    await save.click()
    await expectToast(page, 'Update Failed')
    await expect(page.getByText('This email address belongs to another member').first()).toBeVisible()
    await email.fill(address)
    await username.fill(usernameOf(story, 'grace.kamau').toUpperCase())
    await save.click()
    await expectToast(page, 'Update Failed')
    await expect(page.getByText('This username is taken').first()).toBeVisible()

    await username.fill('leila.of.the.team')
    await page.route(`**${updateProfile.path}`, (route) => route.abort())
    await save.click()
    await expectToast(
      page,
      'Update Failed',
      'The server could not be reached. Check your connection and try again.',
    )
    await expect(username).toHaveValue('leila.of.the.team')
    await page.unrouteAll()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Leila of the team')
    await save.click()
    await expectToast(page, 'Profile Updated')
    await expect(page.getByRole('button', { name: /profile menu of Leila of the team$/i })).toBeVisible()
    await expect(username).toHaveValue('leila.of.the.team')
    await username.fill(before)
    await name.fill('')
    await save.click()
    const own = new RegExp(`profile menu of ${nameOf(story, 'leila.haddad')}$`, 'i')
    await expect(page.getByRole('button', { name: own })).toBeVisible()
  })
}

function connection(): void {
  test('cut off from the network it says so on the feed, and catches up when it is back', {
    tag: ['@journey-offline'],
  }, async ({ story }) => {
    story.faults.permit(cutOff)
    const page = await story.signIn('zoe.brandt', '/social-feed')
    // In the bar, and on narrow screens also beside the heading.
    const said = (word: string) => page.getByText(word, { exact: true }).filter({ visible: true }).first()
    await expect(said('Live')).toBeVisible()
    await page.context().setOffline(true)
    await expect(said('Offline')).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    const author = await newPost(story)
    await reportAs(story, 'kenji.watanabe')
    await expect(postBy(page, author)).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(said('Live')).toBeVisible()
    await expect(postBy(page, author)).toBeVisible()
  })
}

function keyboardOnly(): void {
  test('from sign-in to report and undo with the keyboard alone, the focus always in sight', {
    tag: ['@journey-keyboard'],
  }, async ({ story }) => {
    const page = await story.openWindow('/login')
    await tabTo(page, page.getByRole('button', { name: 'Continue with Slack' }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: personOf(story, 'hana.novakova').name }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').first()).toBeVisible()

    const menu = meButton(page)
    if (await menu.isVisible()) {
      await tabTo(page, menu)
      await page.keyboard.press('Enter')
    }
    await tabTo(page, barLink(page, 'Social Feed'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Social Feed' })).toBeFocused()
    const comment = page.getByRole('button', { name: /^I commented \+20/ }).first()
    await expect(comment).toBeVisible()
    await tabTo(page, comment)
    await page.keyboard.press('Space')
    await expectToast(page, 'Interaction reported!')
    const undo = page.getByRole('article').getByRole('button', { name: /^Undo comment on/ })
    await expect(undo).toBeVisible()
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Interaction removed', '-20 points')
    await tabTo(page, comment)
  })
}
