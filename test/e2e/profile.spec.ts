import { listAchievements } from '#contract/achievements.schema.ts'
import { listActivities } from '#contract/activities.schema.ts'
import { myLinks } from '#contract/links.schema.ts'
import { livePath } from '#contract/live.ts'
import { paths } from '#contract/paths.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { addSocialAccount } from '#contract/social-accounts.schema.ts'
import { updateProfile } from '#contract/users.schema.ts'
import { expectAccessible } from './accessible.ts'
import { pressAfterEnd } from './ended-sessions.ts'
import { brokenCalls } from './faults.ts'
import { emergencyPassword } from './prepared.ts'
import { addAccount, callsTo, linkField, ownActivity, visitAsStranger } from './profile-screen.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, personOf, test, usernameOf } from './story.ts'

// Strangers come from networks of their own.
test.use({ setup: { environment: { TRUST_PROXY: '127.0.0.1/32,::1/128' } } })

const away = 'The server could not be reached. Check your connection and try again.'

test('the menu links to the profile, which identifies the member and links back and to sign-out', {
  tag: ['@bar-profile', '@profile-header', '@profile-tabs', '@profile-role'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik')
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(paths.profile)
  await expect(page).toHaveTitle('Profile · Ovation')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()
  const who = page.getByRole('region', { name: 'About you' })
  await expect(who.getByRole('heading')).toHaveText(nameOf(story, 'tomasz.wojcik'))
  await expect(who).toContainText(
    new RegExp(
      `${usernameOf(story, 'tomasz.wojcik')} ?ModeratorSlack connected#\\d+ in the teamJoined \\w{3} \\d+, \\d{4}`,
    ),
  )
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Points', 'Achievements', 'Activity'])
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Username')).toHaveValue(usernameOf(story, 'tomasz.wojcik'))
  await expect(page.getByLabel('Email')).toHaveValue(personOf(story, 'tomasz.wojcik').email)
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByRole('region', { name: 'Your figures' }).getByRole('listitem')).toHaveText([
    /^Total Points[\d,]+/,
    /^Current Streak(24|25)/,
    /^Best Streak(24|25)/,
    /^Engagements[\d,]+/,
    /^Shares[\d,]+/,
  ])
  await expect(linkField(page)).toHaveValue(/\/go\/\w+$/)

  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
  const leaving = await story.signInAfresh('tomasz.wojcik')
  await leaving.goto(paths.profile)
  await leaving.getByRole('button', { name: 'Logout' }).click()
  await expect(leaving.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeFocused()
  await expect(leaving).toHaveURL(paths.login)
})

test('a new name appears in the menu and on other members’ leaderboards, and a new username and email are kept', {
  tag: ['@profile-edit-saved'],
}, async ({ story }) => {
  const other = await story.signIn('kenji.watanabe')
  const board = other.getByRole('list', { name: 'Team leaderboard' })
  await expect(board).toContainText(nameOf(story, 'aisha.bello'))
  const page = await story.signIn('aisha.bello', paths.profile)
  await page.getByLabel('Name', { exact: true }).fill('Aisha B.')
  await page.getByLabel('Username').fill('aisha.b')
  await page.getByLabel('Email').fill('aisha@home.example')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expectToast(page, 'Profile Updated')
  await expect(save).toBeFocused()
  await expect(page.getByRole('button', { name: 'Profile menu of Aisha B.', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'About you' })).toContainText('Aisha B.')
  await expect(board).toContainText('Aisha B.')
  await expect(board).not.toContainText(nameOf(story, 'aisha.bello'))
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(ownActivity(page).first()).toContainText('Aisha B.')
  await page.reload()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Aisha B.')
  await expect(page.getByLabel('Username')).toHaveValue('aisha.b')
  await expect(page.getByLabel('Email')).toHaveValue('aisha@home.example')

  // Without one, there is none.
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Email').press('Enter')
  await expectToast(page, 'Profile Updated')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('an error in an edit is shown at its field, and the input is kept', {
  tag: ['@profile-edit-failed', '@form-profile-fields', '@form-profile-taken'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  await story.signIn('grace.kamau')
  const page = await story.signIn('mai.nguyen', paths.profile)
  const username = page.getByLabel('Username')
  const email = page.getByLabel('Email')
  const asked = callsTo(page, updateProfile.path)

  await username.fill('  ')
  await email.fill('mai at home')
  await email.press('Enter')
  await expect(username).toBeFocused()
  await expect(username).toHaveAccessibleDescription(/^Username is required /)
  await expect(email).toHaveAccessibleDescription(/^Please enter a valid email address /)
  await expectAccessible(page, { within: 'main' })
  await username.fill('mai')
  await expect(username).toHaveAccessibleDescription('Your unique handle in lists and exports.')
  await email.press('Enter')
  await expect(email).toBeFocused()
  expect(asked()).toBe(0)

  await username.fill(usernameOf(story, 'grace.kamau').toUpperCase())
  await email.fill(personOf(story, 'grace.kamau').email)
  await email.press('Enter')
  await expectToast(page, 'Update Failed', 'This username is taken')
  await expect(username).toBeFocused()
  await expect(username).toHaveAccessibleDescription(/^This username is taken /)
  await expect(email).toHaveAccessibleDescription(/^This email address belongs to another member /)
  await username.fill('mai')
  await username.press('Enter')
  await expectToast(page, 'Update Failed', 'This email address belongs to another member')
  await expect(email).toBeFocused()

  await email.fill('mai@home.example')
  await page.route(`**${updateProfile.path}`, (route) => route.abort())
  await email.press('Enter')
  await expectToast(page, 'Update Failed', away)
  await expect(page.getByText(`Update Failed: ${away}`)).toBeVisible()
  await expect(username).toHaveValue('mai')
  await expect(email).toHaveValue('mai@home.example')
  await page.unrouteAll()
  await email.press('Enter')
  await expectToast(page, 'Profile Updated')
  await expect(page.getByText(`Update Failed: ${away}`)).toHaveCount(0)
})

test('what is typed while the details are being saved stays to be saved next', {
  tag: ['@profile-edit-typed-meanwhile'],
}, async ({ story }) => {
  const page = await story.signIn('samuel.adjei', paths.profile)
  let letGo: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${updateProfile.path}`, async (route) => {
    await held
    await route.continue()
  })
  const name = page.getByLabel('Name', { exact: true })
  await page.getByLabel('Username').fill('samuel.of.accra')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await name.fill('Samuel of Accra')
  letGo?.()
  await expectToast(page, 'Profile Updated')
  await page.unrouteAll()
  await expect(page.getByLabel('Username')).toHaveValue('samuel.of.accra')
  await expect(name).toHaveValue('Samuel of Accra')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: /profile menu of Samuel of Accra$/i })).toBeVisible()
})

test('an edit after the session has ended leads to the login screen', async ({ story }) => {
  const page = await story.signInAfresh('samuel.adjei')
  await page.goto(paths.profile)
  await page.getByLabel('Username').fill('nils')
  await pressAfterEnd(
    page,
    () => page.context().clearCookies(),
    () => page.getByRole('button', { name: 'Save Changes' }).click(),
  )
  await expectToast(page, 'Update Failed')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
})

test('an edit is kept while other tabs are open, and untouched fields follow the account', async ({
  story,
}) => {
  const page = await story.signIn('zoe.brandt', paths.profile)
  await page.getByLabel('Username').fill('zoe.unsaved')
  await page.getByLabel('Handle').fill('@zoe')
  await page.getByRole('tab', { name: 'Achievements' }).click()
  await expect(page.getByLabel('Username')).toBeHidden()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('zoe.unsaved')
  await expect(page.getByLabel('Handle')).toHaveValue('@zoe')

  const elsewhere = await story.signIn('zoe.brandt', paths.profile)
  await elsewhere.getByLabel('Email').fill('zoe@elsewhere.example')
  await elsewhere.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(elsewhere, 'Profile Updated')
  await reportAs(story, 'zoe.brandt')
  await expect(page.getByLabel('Email')).toHaveValue('zoe@elsewhere.example')
  await expect(page.getByLabel('Username')).toHaveValue('zoe.unsaved')
})

test('the address of the emergency sign-in can be read but not changed', async ({ story }) => {
  const page = await story.openWindow(paths.adminLogin)
  const { email } = story.sandbox.server.emergencyAdmin
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(emergencyPassword)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expectToast(page, 'Emergency Access Granted')
  await page.goto(paths.profile)
  await expect(page.getByRole('region', { name: 'About you' })).toContainText(
    /AdminSlack not connectedJoined /,
  )
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/emergency sign-in/)
  await page.getByLabel('Name', { exact: true }).fill('The keeper')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile Updated')
  await expect(page.getByRole('button', { name: 'Profile menu of The keeper' })).toBeVisible()
})

test('the link is copied, or selected if the browser refuses', async ({ story }) => {
  const page = await story.signIn('priya.raghavan', paths.profile)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = page.getByRole('region', { name: 'Your trackable link' })
  const link = await linkField(page).inputValue()
  await card.getByRole('button', { name: 'Copy your link' }).click()
  await expect(card.getByRole('button', { name: 'Copied your link' })).toBeFocused()
  await expect(card.getByRole('status').first()).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expect(card.getByRole('button', { name: 'Copy your link' })).toBeVisible()
  await expect(card.getByRole('status').first()).toHaveText('')

  // As on a page that did not come by https.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await card.getByRole('button', { name: 'Copy your link' }).click()
  await expect(card.getByRole('status').first()).toHaveText(/blocked copying/)
  await expect(linkField(page)).toBeFocused()
  await expect(linkField(page)).toHaveAccessibleDescription(/blocked copying/)
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(link)
})

test('clicks by strangers are counted live for each post, which has its own link to copy', async ({
  story,
}) => {
  const page = await story.signIn('leila.haddad', paths.profile)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = page.getByRole('region', { name: 'Your trackable link' })
  await expect(card).toContainText('0 clicks 0 people +0 earned')
  const feed = listPosts.answer.parse(await (await page.request.get(listPosts.path)).json()).data
  const posts = feed.filter(({ postUrl }) => postUrl).slice(0, 6)
  expect(posts).toHaveLength(6)
  const link = await linkField(page).inputValue()
  for (const [nth, { id }] of posts.entries()) await visitAsStranger(`${link}?p=${id}`, `203.0.${nth}.1`)
  await story.advance(1_000)
  await visitAsStranger(`${link}?p=${posts[3]?.id}`, '198.51.100.1')
  await expect(card).toContainText('7 clicks 7 people +35 earned')
  const rows = card.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('2 clicks · 2 people · 10 points')
  await expect(rows.nth(1)).toContainText('1 click · 1 person · 5 points')
  await card.getByRole('button', { name: 'Show all 6' }).click()
  await expect(rows).toHaveCount(6)
  await card.getByRole('button', { name: 'Show fewer' }).click()
  await expect(rows).toHaveCount(5)
  await rows
    .first()
    .getByRole('button', { name: /^Copy the link to the post by / })
    .click()
  await expect(rows.first().getByRole('button', { name: /^Copied / })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${link}?p=${posts[3]?.id}`)

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await rows
    .nth(1)
    .getByRole('button', { name: /^Copy / })
    .click()
  await expect(rows.nth(1).getByRole('textbox', { name: /^Your link to the post by / })).toBeFocused()
})

test('social accounts are added and removed, and errors appear at their fields', async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('hana.novakova', paths.profile)
  const card = page.getByRole('region', { name: 'Social accounts' })
  const rows = card.getByRole('listitem')
  await expect(card).toContainText('No social accounts yet')
  const platform = card.getByLabel('Platform')
  const handle = card.getByLabel('Handle')
  const link = card.getByLabel('Profile link')
  await link.fill('my page')
  await link.press('Enter')
  await expect(platform).toBeFocused()
  await expect(platform).toHaveAccessibleDescription('Platform is required')
  await expect(handle).toHaveAccessibleDescription('Handle is required')
  await expect(link).toHaveAccessibleDescription(/^Please enter a valid URL /)

  await link.fill('https://www.linkedin.com/in/hana')
  await addAccount(card, 'LinkedIn', 'hana')
  await expectToast(page, 'Account added')
  await expect(rows).toHaveText([/^LinkedInhana .*opens in a new tab/])
  await expect(rows.getByRole('link')).toHaveAttribute('href', 'https://www.linkedin.com/in/hana')
  await expect(link).toHaveValue('')
  await addAccount(card, 'LinkedIn', 'HANA')
  await expectToast(page, 'Account not added', 'You have added this handle on LinkedIn already')
  await expect(handle).toBeFocused()
  await expect(handle).toHaveAccessibleDescription(/^You have added this handle/)

  await page.route(`**${addSocialAccount.path}`, (route) => route.abort())
  await addAccount(card, 'TikTok', '@hana')
  await expect(card.getByText('Account not added: Failed to add account')).toBeVisible()
  await page.unrouteAll()
  await handle.press('Enter')
  await expect(rows).toHaveCount(2)
  await addAccount(card, 'YouTube', 'hana-makes')
  await expect(rows).toHaveCount(3)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page, { within: 'main' })

  await page.route(`**${addSocialAccount.path}/*`, (route) => route.abort())
  await card.getByRole('button', { name: 'Remove @hana on TikTok' }).click()
  await expectToast(page, 'Account not removed', 'Failed to remove account')
  await expect(rows.nth(1)).toContainText('Account not removed: Failed to remove account')
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Remove @hana on TikTok' }).press('Enter')
  await expectToast(page, 'Account removed')
  await expect(rows.filter({ hasText: 'YouTube' })).toBeFocused()
  await card.getByRole('button', { name: 'Remove hana-makes on YouTube' }).press('Enter')
  await expect(rows.filter({ hasText: 'LinkedIn' })).toBeFocused()
  await card.getByRole('button', { name: 'Remove hana on LinkedIn' }).press('Enter')
  await expect(card.getByRole('heading', { name: 'Social accounts' })).toBeFocused()
  await expect(card).toContainText('No social accounts yet')
})

test('the tabs open by keyboard, and the open tab is part of the address', async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.profile)
  await page.getByRole('tab', { name: 'Profile' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Points' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Achievements' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'Achievements' })).toBeVisible()
  await expect(page).toHaveURL(`${paths.profile}?tab=achievements`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(`${paths.profile}?tab=activity`)
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'Activity' })).toBeVisible()
})

test('the activity shows the member’s latest ten, newest first, and updates live', {
  tag: ['@profile-activity', '@number-profile'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', `${paths.profile}?tab=activity`)
  await expect(ownActivity(page)).toHaveCount(10)
  const own = nameOf(story, 'tomasz.wojcik')
  await expect(ownActivity(page).filter({ hasText: own })).toHaveCount(10)
  const times = () =>
    ownActivity(page)
      .getByRole('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
  expect(await times()).toEqual((await times()).toSorted().toReversed())
  const before = await times()
  await reportAs(story, 'priya.raghavan')
  await reportAs(story, 'tomasz.wojcik')
  await expect(ownActivity(page).first()).toContainText('Just now')
  await expect(ownActivity(page)).toHaveCount(10)
  expect((await times()).slice(1)).toEqual(before.slice(0, 9))
})

test('the badges show earned ones first, then locked ones with how to unlock them', {
  tag: ['@profile-badges', '@number-profile'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', `${paths.profile}?tab=achievements`)
  const badges = page.getByRole('list', { name: 'Recent badges' }).getByRole('listitem')
  const card = page.getByRole('region', { name: 'Recent badges' })
  await expect(card).toContainText('2 of 5 unlocked')
  await expect(badges).toContainText(['Earned', 'Earned', /locked/i, /locked/i, /locked/i])
  await expect(page.getByRole('region', { name: 'Still to unlock' })).toContainText(
    'Social ButterflyShare 25 posts',
  )

  // The product has fewer than would fill the card.
  await page.route(`**${listAchievements.path}`, async (route) => {
    const { data } = listAchievements.answer.parse(await (await route.fetch()).json())
    const more = ['a', 'b', 'c'].map((id) => ({ ...data[0], id }))
    await route.fulfill({ json: { data: [...data, ...more] } })
  })
  await page.reload()
  await expect(card).toContainText('2 of 8 unlocked')
  await expect(badges).toContainText(['Earned', 'Earned', /locked/i, /locked/i, /locked/i, /locked/i])
})

test('a member without any activity sees what will appear', async ({ story }) => {
  const page = await story.signIn('arjun.mehta', paths.profile)
  await expect(page.getByRole('region', { name: 'Your trackable link' })).toContainText(
    '0 clicks 0 people +0 earned',
  )
  await expect(page.getByRole('region', { name: 'Points statement' })).toContainText('No points yet')
  await expect(page.getByRole('region', { name: 'Reports by day' })).toContainText('No reports in the last')
  await expect(page.getByRole('region', { name: 'Your figures' })).toContainText(
    'Your next report starts one',
  )
  await page.getByRole('tab', { name: 'Achievements' }).click()
  await expect(page.getByRole('region', { name: 'Recent badges' })).toContainText('0 of 5 unlocked')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await expectAccessible(page, { within: 'main' })
  await page.getByRole('link', { name: 'Go to the Social Feed' }).click()
  await expect(page).toHaveURL(paths.socialFeed)
})

const outages = [
  { api: myLinks.path, tab: 'profile', card: 'Your trackable link', back: 'earned' },
  {
    api: `${addSocialAccount.path}/user`,
    tab: 'profile',
    card: 'Social accounts',
    back: 'No social accounts',
  },
  { api: listAchievements.path, tab: 'achievements', card: 'Recent badges', back: 'unlocked' },
  { api: listActivities.path, tab: 'activity', card: 'Recent activity', back: 'post by' },
]

for (const { api, tab, card, back } of outages) {
  test(`a failing ${api} is shown in place on the profile, with a retry`, async ({ story }) => {
    story.faults.permit(brokenCalls)
    const page = await story.signIn('kenji.watanabe', blankPage)
    // News would have it read again without the button.
    await page.routeWebSocket(`**${livePath}`, () => undefined)
    await page.route(
      ({ pathname }) => pathname.startsWith(api),
      (route) => route.abort(),
    )
    await page.goto(`${paths.profile}?tab=${tab}`)
    const region = page.getByRole('region', { name: card })
    await expect(region.getByRole('alert')).toContainText('could not be loaded.')
    await expect(page.getByRole('region', { name: 'About you' })).toBeVisible()
    await page.unrouteAll()
    await region.getByRole('button', { name: 'Retry' }).click()
    await expect(region).toContainText(back)
    await expect(region.getByRole('alert')).toHaveCount(0)
  })
}
