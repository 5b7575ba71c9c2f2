import type { Page } from '@playwright/test'
import { type SignInErrorCode, signInErrorMessages } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { emergencyPassword } from './prepared.ts'
import { blankPage, expect, expectToast, personOf, type Story, test, toastOn } from './story.ts'

const minuteMs = 60_000
const name = { email: 'Email', password: 'Password' }

test.describe('a sign-in with Slack that fails says why', () => {
  test.afterEach(({ story }) => {
    story.sandbox.workplace.mutateIdToken(null)
  })

  test('to somebody who cancels', { tag: ['@login-cancelled'] }, async ({ story }) => {
    const page = await atPicker(story)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectRefusal(page, 'oauth_error')
  })

  test('to a member of another workspace', { tag: ['@login-other-workspace'] }, async ({ story }) => {
    const page = await atPicker(story)
    await page.getByRole('button', { name: 'Vera Lindqvist' }).click()
    await expectRefusal(page, 'slack_auth_failed')
  })

  test('when Slack does not say who it is', { tag: ['@login-nobody-named'] }, async ({ story }) => {
    story.sandbox.workplace.mutateIdToken(({ 'https://slack.com/user_id': _id, ...rest }) => rest)
    story.sandbox.workplace.fault({ match: /openid\.connect\.userInfo/, times: 1, body: { ok: false } })
    const page = await atPicker(story)
    await choose(page, story, 'tane.ngata')
    await expectRefusal(page, 'no_user_token')
  })

  test('to a member who is locked out', { tag: ['@login-not-taken-in'] }, async ({ story }) => {
    const { id } = personOf(story, 'liam.oconnor')
    await story.run('update users set disabled_at = $2 where slack_user_id = $1', [
      id,
      story.clock.now().toISOString(),
    ])
    const page = await atPicker(story)
    await choose(page, story, 'liam.oconnor')
    await expectRefusal(page, 'user_processing_failed')
  })

  test('to a member without an email address', { tag: ['@login-not-taken-in'] }, async ({ story }) => {
    const { id } = personOf(story, 'tane.ngata')
    story.sandbox.workplace.mutateIdToken(({ email: _email, ...rest }) => rest)
    const body = { ok: true, sub: id }
    story.sandbox.workplace.fault({ match: /openid\.connect\.userInfo/, times: 1, body })
    const page = await atPicker(story)
    await choose(page, story, 'tane.ngata')
    await expectRefusal(page, 'user_processing_failed')
  })

  test('when the browser that comes back is not the one that left', {
    tag: ['@login-other-browser'],
  }, async ({ story }) => {
    const page = await atPicker(story)
    await page.context().clearCookies({ domain: new URL(story.sandbox.url).hostname })
    await choose(page, story, 'tane.ngata')
    await expectRefusal(page, 'state_mismatch')
  })

  test('when it took too long', { tag: ['@login-too-late'] }, async ({ story }) => {
    const page = await atPicker(story)
    story.clock.advance(11 * minuteMs)
    await choose(page, story, 'tane.ngata')
    await expectRefusal(page, 'state_expired')
  })

  test('and the next attempt takes the message away', async ({ story }) => {
    const page = await atPicker(story)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectRefusal(page, 'oauth_error')
    await page.getByRole('button', { name: 'Continue with Slack' }).click()
    await choose(page, story, 'tane.ngata')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
    await expect(page.getByText('Sign-in Error')).toHaveCount(0)
  })
})

test('an unknown error code shows a general message and is never repeated', {
  tag: ['@login-unknown-code'],
}, async ({ story }) => {
  const page = await story.openWindow(blankPage)
  for (const code of [
    'something_else',
    '',
    '<img src=x onerror=window.__x=1>',
    '"><script>window.__x=1</script>',
  ]) {
    await page.goto(`/login?${new URLSearchParams({ error: code })}`)
    await expectToast(page, 'Sign-in Error', 'Authentication failed')
    await expect(toastOn(page)).toHaveAttribute('data-kind', 'destructive')
    await expect(page).toHaveURL(paths.login)
    const html = await page.content()
    if (code !== '') expect(html).not.toContain(code.slice(0, 12))
    expect(await page.evaluate(() => '__x' in globalThis)).toBe(false)
  }
})

test.describe('the emergency sign-in', () => {
  test('names missing input at the field and in a toast', {
    tag: ['@emergency-missing', '@form-emergency-required'],
  }, async ({ story }) => {
    const page = await atEmergency(story)
    await page.getByRole('button', { name: 'Emergency Access', exact: true }).click()
    await expectToast(page, 'Missing information', 'Please enter both email and password.')
    await expect(page.getByLabel(name.email)).toBeFocused()
    await expect(page.getByLabel(name.email)).toHaveAccessibleDescription('Enter your email.')
    await page.getByLabel(name.email).fill('somebody@brightwater.example')
    await page.getByLabel(name.email).press('Enter')
    await expect(page.getByLabel(name.password, { exact: true })).toBeFocused()
    await expect(page.getByLabel(name.password, { exact: true })).toHaveAccessibleDescription(
      'Enter your password.',
    )
    await expect(page.getByLabel(name.email)).toHaveValue('somebody@brightwater.example')
  })

  test('an invalid email is refused at the field, without a request', {
    tag: ['@emergency-email', '@form-emergency-email'],
  }, async ({ story }) => {
    const page = await atEmergency(story)
    let attempts = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) attempts += 1
    })
    const email = page.getByLabel(name.email)
    await email.fill('somebody')
    await page.getByLabel(name.password, { exact: true }).fill('a password')
    await page.getByRole('button', { name: 'Emergency Access', exact: true }).click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.getByLabel(name.password, { exact: true })).toHaveValue('a password')
    expect(attempts).toBe(0)
  })

  test('a refusal shows the server’s message, and after too many attempts asks to wait', {
    tag: ['@emergency-refused'],
  }, async ({ story }) => {
    const page = await atEmergency(story)
    const { email } = story.sandbox.server.emergencyAdmin
    await page.getByLabel(name.email).fill(email)
    const attempts = 7
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const isLast = attempt === attempts
      await page.getByLabel(name.password, { exact: true }).fill(`wrong ${attempt}`)
      const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/login'))
      await page.getByRole('button', { name: 'Emergency Access', exact: true }).click()
      const status = (await answer).status()
      if (attempt === 1) {
        expect(status).toBe(401)
        await expectToast(page, 'Access Denied', 'Invalid email or password')
        await expect(page.getByRole('main').getByText('Invalid email or password')).toBeVisible()
      }
      if (isLast) {
        expect(status).toBe(429)
        await expectToast(page, 'Access Denied', 'Too many attempts. Please wait before you try again.')
      }
    }
    await expect(page.getByText(/401|429/)).toHaveCount(0)
    await expect(page.getByLabel(name.email)).toHaveValue(email)
    story.clock.advance(24 * 60 * minuteMs)
  })

  test('shows the password only on demand', { tag: ['@emergency-password-hidden'] }, async ({ story }) => {
    const page = await atEmergency(story)
    const field = page.getByLabel(name.password, { exact: true })
    const toggle = page.getByRole('button', { name: 'Show password' })
    await field.fill('a secret')
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'current-password')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(field).toHaveAttribute('type', 'text')
    await toggle.click()
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveValue('a secret')
  })

  test('lets an administrator in, keeps the token while the session lasts, and removes it at the end', {
    tag: ['@login-emergency-link', '@emergency-back', '@emergency-granted', '@way-out-token', '@sec-04'],
  }, async ({ story }) => {
    const page = await story.openWindow('/login')
    await page.getByRole('link', { name: 'Emergency Admin Access' }).click()
    await expect(page).toHaveURL(paths.adminLogin)
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await expect(page).toHaveURL(paths.login)
    await page.getByRole('link', { name: 'Emergency Admin Access' }).click()
    const { email } = story.sandbox.server.emergencyAdmin
    await page.getByLabel(name.email).fill(email)
    await page.getByLabel(name.password, { exact: true }).fill(emergencyPassword)
    await page.getByLabel(name.password, { exact: true }).press('Enter')
    await expectToast(page, 'Emergency Access Granted')
    await expect(page).toHaveURL(paths.dashboard)
    await expect(page.getByRole('region', { name: 'Your Progress' })).toBeVisible()
    expect(await tokenIn(page)).toMatch(/^[\w-]{43}$/)

    await logOut(page)
    expect(await tokenIn(page)).toBeNull()
    await expectNothingBehind(page)
  })
})

test.describe('the guard', () => {
  for (const path of [paths.dashboard, paths.socialFeed]) {
    test(`shows the login screen at ${path} to somebody who is not signed in`, async ({ story }) => {
      const page = await story.openWindow(path)
      await expectLoginScreen(page)
      await expect(page).toHaveURL(path)
    })
  }

  test('shows nothing after logging out, neither by the back button nor by address', {
    tag: ['@way-out-memory'],
  }, async ({ story }) => {
    const page = await story.signInAfresh('chloe.lefevre')
    await page.getByRole('link', { name: 'Social Feed' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await logOut(page)
    await expectNothingBehind(page)
    await page.goto(paths.socialFeed)
    await expectLoginScreen(page)
  })

  test('goes to the login screen even if the server cannot be reached', { tag: ['@way-out-leads'] }, async ({
    story,
  }) => {
    story.faults.permit(brokenCalls)
    const page = await story.signInAfresh('chloe.lefevre')
    await page.route('**/api/auth/logout', (route) => route.abort())
    const warnings: string[] = []
    page.on('console', (line) => {
      if (line.type() === 'warning') warnings.push(line.text())
    })
    await logOut(page)
    expect(warnings).toEqual([expect.stringMatching(/^Signing out on the server failed/)])
    await expect(toastOn(page)).toHaveCount(0)
  })

  test('says that there is nothing at an unknown address', { tag: ['@way-unknown-address'] }, async ({
    story,
  }) => {
    const page = await story.openWindow('/no/such/place')
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle('Page Not Found · Ovation')
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expectLoginScreen(page)
    for (const handle of ['tane.ngata', 'marta.oliveira']) {
      const member = await story.signIn(handle, '/no/such/place')
      await expect(member.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
      await member.getByRole('link', { name: 'Go to Dashboard' }).click()
      await expect(member.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
    }
  })
})

test.describe('without a Slack app', () => {
  test.use({ setup: { hasHistory: false, environment: { SLACK_CLIENT_ID: '', SLACK_CLIENT_SECRET: '' } } })

  test('the button says that sign-in is not set up', { tag: ['@login-not-set-up'] }, async ({ story }) => {
    const page = await story.openWindow('/login')
    await page.getByRole('button', { name: 'Continue with Slack' }).click()
    await expectRefusal(page, 'slack_not_configured')
  })
})

async function atPicker(story: Story): Promise<Page> {
  const page = await story.openWindow('/login')
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  await expect(page.getByRole('heading', { name: 'Choose who you are' })).toBeVisible()
  return page
}

async function choose(page: Page, story: Story, handle: string): Promise<void> {
  await page.getByRole('button', { name: personOf(story, handle).name }).click()
}

async function expectRefusal(page: Page, code: SignInErrorCode): Promise<void> {
  await expectToast(page, 'Sign-in Error', signInErrorMessages[code])
  await expect(page).toHaveURL(paths.login)
  await expect(
    page.getByRole('region', { name: 'Sign in' }).getByText(signInErrorMessages[code]),
  ).toBeVisible()
}

async function atEmergency(story: Story): Promise<Page> {
  const page = await story.openWindow(paths.adminLogin)
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency Admin Access' })).toBeVisible()
  return page
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expectLoginScreen(page)
  await expect(page).toHaveURL('/login')
}

async function expectLoginScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
}

/** Goes back to where the member was: there is only the login screen. */
async function expectNothingBehind(page: Page): Promise<void> {
  await page.goBack()
  await expectLoginScreen(page)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your Progress' })).toHaveCount(0)
}

function tokenIn(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('auth_token'))
}
