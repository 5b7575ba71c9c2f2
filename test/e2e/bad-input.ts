import type { Page, Route } from '@playwright/test'
import { postContentLimit } from '#contract/posts.ts'
import { achievementCodes } from '#domain/achievements.ts'
import { displayNameLimit } from '#domain/names.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { reportAs } from './reports.ts'
import { personOf, type Story } from './story.ts'

/** What people and machines can put into the product, at its worst. */

/** Of 80 characters each, as long as a name may be. */
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const ofManyWords = 'Wilhelmina Alexandra Konstantina van der Berg-Oosterhuis-Schimmelpenninck Junior'
const rightToLeft = 'ليلى عبد الرحمن بنت محمد الحداد '.repeat(3).slice(0, displayNameLimit).trim()
const shared = 'Grace Kim'

export const hardNames = {
  'priya.raghavan': unbroken,
  'zoe.brandt': ofManyWords,
  'leila.haddad': rightToLeft,
  'tomasz.wojcik': 'X',
  'meiling.chen': 'Ö',
  'kenji.watanabe': shared,
  'hana.novakova': shared,
} as const satisfies Record<string, string>

const prepared = new WeakMap<object, Set<string>>()

/** Prepares the product of a story once, though many stories look at it. */
async function once(story: Story, what: string, prepare: () => Promise<void>): Promise<void> {
  const known = prepared.get(story.sandbox) ?? new Set()
  prepared.set(story.sandbox, known)
  if (known.has(what)) return
  known.add(what)
  await prepare()
  story.sandbox.server.deps.live.announce({
    topics: ['totals', 'members', 'contests', 'posts', 'activities'],
  })
}

/** Gives members the worst names that can be saved, and puts them where everybody sees them. */
export function giveHardNames(story: Story): Promise<void> {
  return once(story, 'names', async () => {
    let points = 90_000
    for (const [handle, name] of Object.entries(hardNames)) {
      const { id } = personOf(story, handle)
      points -= handle === 'zoe.brandt' ? 0 : 150
      await story.run(
        `update users set display_name = $2, own_name = $2, total_points = $3::int, current_streak = 40,
           longest_streak = 40 where slack_user_id = $1`,
        [id, name, points],
      )
      await story.run(
        `update standings set points = $2::int where user_id = (select id from users where slack_user_id = $1)`,
        [id, points],
      )
    }
    await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
    await insertChampion(story, 'leila.haddad', monthsAgo(story, 3))
    await insertChampion(story, 'tomasz.wojcik', monthsAgo(story, 4))
    for (const handle of Object.keys(hardNames)) await reportAs(story, handle)
    const { deps } = story.sandbox.server
    for (const authorName of [unbroken, rightToLeft, 'X']) await insertPost(deps, { authorName })
  })
}

const pictureHost = 'https://pictures.invalid'

/** Pictures that do not come as they should, by the name of the author of the post that has them. */
export const badPictures = {
  Missing: 'missing.png',
  Huge: 'huge.svg',
  Tall: 'tall.svg',
  Slow: 'slow.png',
  'No Picture': 'page.html',
} as const

/** Posts with such pictures, and members and authors whose faces do not come. */
export function insertBadPictures(story: Story): Promise<void> {
  return once(story, 'pictures', async () => {
    for (const [authorName, file] of Object.entries(badPictures).reverse()) {
      const content = `A picture that is ${authorName.toLowerCase()}.`
      await insertPost(story.sandbox.server.deps, { authorName, content })
      await story.run('update posts set image_url = $2, author_avatar_url = $2 where author_name = $1', [
        authorName,
        `${pictureHost}/${file}`,
      ])
    }
    const faces = Object.values(badPictures).map((file) => `${pictureHost}/${file}`)
    await story.run(
      `update users set avatar = ($1::text[])[1 + place % ${faces.length}]
       from (select id as member, row_number() over (order by total_points desc) as place from users) placed
       where member = users.id`,
      [faces],
    )
  })
}

/** Answers for the pictures of `insertBadPictures`. The slow ones are held, and stay away until somebody lets them go. */
export async function serveBadPictures(page: Page, held: Route[] = []): Promise<void> {
  await page.route(`${pictureHost}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1)
    if (file === badPictures.Slow) held.push(route)
    else await route.fulfill(answerFor(file))
  })
}

function answerFor(file: string): Parameters<Route['fulfill']>[0] {
  if (file === badPictures.Huge) return drawing(8_000, 4_500)
  if (file === badPictures.Tall) return drawing(400, 2_000)
  const headers = { 'x-content-type-options': 'nosniff' }
  const body = '<!doctype html><title>Sign in</title><h1>Sign in</h1>'
  return { status: file === badPictures.Missing ? 404 : 200, contentType: 'text/html', headers, body }
}

function drawing(width: number, height: number) {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const body = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#3b4fd8"/>
    <circle cx="50%" cy="50%" r="20%" fill="#ffd166"/></svg>`
  return { contentType: 'image/svg+xml', body }
}

/** Posts of as many characters as a post may have, and of none. */
export function insertExtremePosts(story: Story): Promise<void> {
  return once(story, 'texts', async () => {
    const { deps } = story.sandbox.server
    const sentence = 'What we learnt about quarterly closing with forty-one companies. '
    const texts = {
      Nothing: '',
      Blank: ' \n \n ',
      Unbroken: '0123456789'.repeat(postContentLimit / 10),
      Lines: 'Line\n'.repeat(postContentLimit / 5),
      Longest: sentence.repeat(postContentLimit).slice(0, postContentLimit),
    }
    for (const [authorName, content] of Object.entries(texts)) await insertPost(deps, { authorName, content })
  })
}

export const crowdSize = 5_000

/** Fills the workspace up to 5,000 members, all of them on the board and in the contest. */
export function insertCrowd(story: Story): Promise<void> {
  return once(story, 'crowd', async () => {
    const now = story.clock.now().toISOString()
    await story.run(
      `insert into users (id, username, display_name, email, tracking_code, total_points, total_engagements,
         total_shares, current_streak, longest_streak, streak_last_day, reached_at, created_at)
       select gen_random_uuid(), 'member.' || n, 'Member ' || n, 'member.' || n || '@brightwater.example',
         'crowd' || n, 5 * (n % 4000) + 5, n % 400, n % 40, n % 30, n % 30, ($2::timestamptz)::date, $2::timestamptz,
         $2::timestamptz
       from generate_series(1, $1::int - (select count(*)::int from users where not is_emergency)) n`,
      [crowdSize, now],
    )
    await story.run(
      `insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
       select contests.standings_id, users.id, users.total_points, users.total_shares, users.total_engagements, $1::timestamptz
       from users, contests
       where users.username like 'member.%' and contests.start_date <= ($1::timestamptz)::date
         and contests.end_date >= ($1::timestamptz)::date and contests.deleted_at is null`,
      [now],
    )
    // The race of the month is drawn from the ledger.
    await story.run(
      `insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
       select gen_random_uuid(), best.id, total_points / 8, 'share', gen_random_uuid(), ($1::timestamptz)::date - n,
         $1::timestamptz - n * interval '1 day'
       from (select id, total_points from users order by total_points desc limit 10) best, generate_series(1, 8) n`,
      [now],
    )
    // As maintenance does after many writes. Until then the planner takes the tables for small.
    await story.run('analyze')
  })
}

/** Gives a member a year of activity: every badge, a streak of 400 days and hundreds of entries. */
export function insertYearOfActivity(story: Story, handle: string): Promise<void> {
  return once(story, `year of ${handle}`, async () => {
    const { id } = personOf(story, handle)
    const now = story.clock.now().toISOString()
    await story.run(
      `with member as (select id from users where slack_user_id = $1),
       days as (select n, ($2::timestamptz - n * interval '7 hours') as at from generate_series(1, 1200) n),
       feed as (
         insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date,
           created_at, updated_at, published_at)
         select made.id, made.id::text, 'default', 'linkedin', 'Brightwater', '@brightwater',
           'We have news from the harbour, part ' || n, at - interval '1 hour', at, at, at
         from (select gen_random_uuid() as id, n, at from days) made returning id, created_at
       ), made as (
         insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
         select gen_random_uuid(), member.id, feed.id, 'share', 'linkedin', 30, created_at::date, created_at
         from feed, member returning id, user_id, points, day, reported_at
       ), entries as (
         insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
         select gen_random_uuid(), user_id, points, 'interaction', id, day, reported_at from made
       )
       insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
       select gen_random_uuid(), user_id, 'interaction', 'Shared a LinkedIn post by Brightwater', points, 'linkedin',
         id, reported_at from made`,
      [id, now],
    )
    await story.run(
      `insert into earned_achievements (id, user_id, code, points, earned_at, lead)
       select gen_random_uuid(), users.id, wanted.code, 100, $2::timestamptz,
         case when wanted.code = 'team_leader' then 0 end
       from users, unnest($3::text[]) as wanted (code) where slack_user_id = $1
       on conflict do nothing`,
      [id, now, achievementCodes],
    )
    await story.run(
      `update users set total_points = 1234567, total_shares = 12345, total_engagements = 54321,
         current_streak = 1400, longest_streak = 1400, achievement_codes = $2::text[]
       where slack_user_id = $1`,
      [id, [...achievementCodes].sort()],
    )
  })
}
