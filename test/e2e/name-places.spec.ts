import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, personOf, type Story, test } from './story.ts'

const rightToLeft = 'ليلى حداد'
/** A member of the sample team whose name is written so. */
const leila = 'leila.haddad'
const unbroken = 'Brightwater'.repeat(11).slice(0, 120)
const email = `${'member.with.an.address.of.many.letters'.repeat(2)}@brightwater.example`
const widths = [360, 1280]
const mostGapPixels = 24

test('a name that is written from right to left stays beside its picture in every list', async ({
  story,
}) => {
  await insertChampion(story, leila, monthsAgo(story, 2))
  await reportAs(story, leila)
  await lead(story, leila)
  await postBy(story, rightToLeft)
  const page = await story.signIn(leila, blankPage)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(paths.dashboard)
    for (const list of ['Team leaderboard', 'Streak leaders', 'Recent activity']) {
      await expectBeside(page, page.getByRole('list', { name: list }).first())
    }
    // A phone has no room for them.
    if (width > 360) await expectBeside(page, page.getByRole('list', { name: 'Monthly leaders' }))
    await expectBeside(page, page.getByRole('article').first())
    // On a phone the bottom bar has the menu.
    if (width > 360) {
      await page.getByRole('button', { name: /^Profile menu of/ }).click()
      await expectBeside(page, page.getByRole('menu'))
      await page.keyboard.press('Escape')
    }
    await page.getByRole('link', { name: /^View Full Leaderboard/ }).click()
    await expectBeside(page, page.getByRole('list', { name: 'All members by rank' }))

    for (const path of [
      paths.socialFeed,
      paths.monthlyContest,
      `${paths.monthlyContests}?tab=past`,
      `${paths.monthlyContests}?tab=annual`,
      paths.profile,
    ]) {
      await page.goto(path)
      await expectBeside(page, page.getByRole('main'))
    }
  }
})

test('a name that is written from right to left begins where its cell does', async ({ story }) => {
  await change(story, leila, { username: rightToLeft })
  await postBy(story, rightToLeft)
  await story.run(
    `insert into shares (id, user_id, platform, content_type, status, created_at)
     select gen_random_uuid(), id, 'linkedin', 'company_post', 'pending', $2::timestamptz from users where username = $1`,
    [rightToLeft, story.clock.now().toISOString()],
  )
  const page = await story.signIn('marta.oliveira', `${paths.admin}?tab=users`)
  await page.getByRole('searchbox').fill(rightToLeft)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expectBeside(page, page.getByRole('table', { name: 'Users' }))
  await page.goto(`${paths.admin}?tab=social-feed`)
  await expectBeside(page, page.getByRole('table', { name: 'Social feed posts' }))
  await expectBeside(page, page.getByRole('table', { name: 'Social shares' }))
})

test('the name of an author takes one line, and its title says all of it', async ({ story }) => {
  await postBy(story, unbroken)
  const page = await story.signIn('zoe.brandt', paths.socialFeed)
  const name = page.getByRole('article').getByTitle(unbroken)
  for (const width of [...widths, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(name).toBeVisible()
    expect((await name.boundingBox())?.height, `its height at ${width} pixels`).toBeLessThanOrEqual(24)
    const { isCut, ellipsis } = await name.evaluate((element) => ({
      isCut: element.scrollWidth > element.clientWidth,
      ellipsis: getComputedStyle(element).textOverflow,
    }))
    expect({ isCut, ellipsis }).toEqual({ isCut: true, ellipsis: 'ellipsis' })
  }
})

test('an address in the table of users takes one line, and its title says all of it', async ({ story }) => {
  await change(story, 'priya.raghavan', { email })
  const page = await story.signIn('marta.oliveira', `${paths.admin}?tab=users`)
  await page.getByRole('searchbox').fill(email)
  const address = page.getByRole('cell').getByTitle(email)
  // On a phone it is behind the button at the end of the row.
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(address).toHaveText(email)
    expect((await address.boundingBox())?.height, `its height at ${width} pixels`).toBeLessThanOrEqual(24)
  }
  // Whoever comes to the row by keyboard reads all of it.
  await page.getByRole('button', { name: /^Role of Priya/ }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  expect(await address.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

async function postBy({ sandbox }: Story, authorName: string): Promise<void> {
  await insertPost(sandbox.server.deps, { authorName })
  sandbox.server.deps.live.announce({ topics: ['posts'] })
}

/** Changes the member in the database, as a sign-in with other facts would. */
async function change(
  story: Story,
  handle: string,
  { username, email: address }: { readonly username?: string; readonly email?: string },
): Promise<void> {
  await story.run(
    `update users set username = coalesce($2, username), display_name = coalesce($2, display_name),
       email = coalesce($3, email) where slack_user_id = $1`,
    [personOf(story, handle).id, username ?? null, address ?? null],
  )
  story.sandbox.server.deps.live.announce({ topics: ['totals', 'members'] })
}

/** Gives the member the plain name from right to left, and the most points on the board and in the contest. */
async function lead(story: Story, handle: string): Promise<void> {
  await change(story, handle, { username: rightToLeft })
  await story.run('update users set total_points = 90000 where username = $1', [rightToLeft])
  await story.run(
    'update standings set points = 90000 where user_id = (select id from users where username = $1)',
    [rightToLeft],
  )
  story.sandbox.server.deps.live.announce({ topics: ['totals', 'contests'] })
}

/** Fails unless the name is shown there, and each time right beside its picture, or at the beginning of its cell. */
async function expectBeside(page: Page, area: Locator): Promise<void> {
  await expect(area.getByText(rightToLeft, { exact: true }).first()).toBeVisible()
  await expect
    .poll(async () => {
      const gaps = await area.first().evaluate(gapsBefore, rightToLeft)
      return gaps.filter(({ gap }) => gap < -1 || gap > mostGapPixels)
    }, `names that are not in their place at ${page.url()}`)
    .toEqual([])
}

/** Runs in the page: how far each text that begins with the name stands from its picture, or from where its block begins. */
function gapsBefore(area: Element, name: string): { text: string; gap: number }[] {
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
  const gaps: { text: string; gap: number }[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element?.checkVisibility() || !text.startsWith(name) || element.closest('.visually-hidden')) continue
    // What only screen readers have takes one pixel.
    if ((element.closest('p')?.clientWidth ?? area.clientWidth) <= 1) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const [line] = range.getClientRects()
    if (line) gaps.push({ text: `${text} in ${area.getAttribute('aria-label')}`, gap: gapOf(element, line) })
  }
  return gaps

  function gapOf(element: Element, line: DOMRect): number {
    const row = element.closest('li, tr, header, section, [role=menu]')
    const picture = row?.querySelector('[data-face]')?.getBoundingClientRect()
    if (!picture) {
      const block = element.closest('th, td, p, [role=menu] > *') ?? area
      const { borderLeftWidth, paddingLeft, textAlign } = getComputedStyle(block)
      if (textAlign === 'center') return 0
      const edge = Number.parseFloat(borderLeftWidth) + Number.parseFloat(paddingLeft)
      return line.left - block.getBoundingClientRect().left - edge
    }
    if (picture.top < line.bottom && line.top < picture.bottom) return line.left - picture.right
    // On a podium the name stands in the middle below the picture; else the picture is beside the first of some lines.
    const isBelow = picture.left < line.right && line.left < picture.right
    return isBelow
      ? Math.abs(line.left + line.right - picture.left - picture.right) / 2
      : line.left - picture.right
  }
}
