import { describe, expect, test } from 'vitest'
import type { ChatNotification } from '#domain/chat.ts'
import { asDay } from '#domain/days.ts'
import { newId } from '#server/db/new-id.ts'
import { instructionsMessage, messageFor, reasonOf, testMessage } from './messages.ts'

const sender = { publicUrl: 'https://ovation.example.net', workspaceName: null }
const atBrightwater = { ...sender, workspaceName: 'Brightwater & Sons' }
const feed = '<https://ovation.example.net/social-feed|Open the social feed>'
const report = '<https://ovation.example.net/social-feed|Report what you did>'
const review = '<https://ovation.example.net/review|Review it>'
const leaderboard = '<https://ovation.example.net/leaderboard|See the leaderboard>'
const contest = '<https://ovation.example.net/monthly-contest|See the contest>'
const achievements = '<https://ovation.example.net/profile?tab=achievements|See your achievements>'

const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } })
const formatted = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })
const section = (...lines: string[]) => ({ type: 'section', text: formatted(lines.join('\n')) })
const links = (...all: string[]) => ({ type: 'context', elements: all.map(formatted) })

const share: ChatNotification = {
  kind: 'share_submitted',
  displayName: 'ana.lima',
  platform: 'linkedin',
  customMessage: 'Proud of this team.\nRead it!',
  shareUrl: 'https://www.linkedin.com/feed/update/1?a=1&b=2',
  isGoingOut: false,
}
const postId = newId<'post'>()
const postLink = `https://ovation.example.net/social-feed#post-${postId}`
const post = {
  kind: 'new_post',
  postId,
  platform: 'tiktok',
  authorName: 'Brightwater',
  content: 'We have news.',
  postUrl: 'https://www.tiktok.com/@brightwater/video/1',
  isTest: false,
} as const
const leaders = [
  { rank: 1, displayName: 'ana.lima', points: 1_250 },
  { rank: 2, displayName: 'bo', points: 90 },
  { rank: 2, displayName: '<!here>', points: 90 },
]
const week = { firstDay: asDay('2026-03-02'), lastDay: asDay('2026-03-08'), leaders, members: 3 }
const weekly = { kind: 'weekly_leaderboard', week, contest: null } as const
const spring = { title: 'Spring & more', leaders: [{ rank: 1, displayName: 'bo', points: 1 }] }
const reminder: ChatNotification = {
  kind: 'contest_reminder',
  title: 'Spring contest',
  prize: 'Dinner for two',
  endDate: asDay('2026-03-14'),
  daysLeft: 3,
  leader: { displayName: 'ana.lima', points: 120 },
}
const contestId = newId<'contest'>()
const winner = {
  kind: 'contest_winner',
  contestId,
  title: 'Spring contest',
  prize: 'Dinner for two',
  displayName: 'ana.lima',
  points: 120,
} as const
const unlocked: ChatNotification = {
  kind: 'achievement_unlocked',
  displayName: 'ana.lima',
  achievement: 'First Steps',
  description: 'Report your first interaction',
  points: 10,
}

describe('a submitted share', () => {
  test('that is published automatically says so', () => {
    const [, words] = messageFor({ ...share, isGoingOut: true }, sender).blocks
    expect(words).toEqual(section('ana.lima submitted a share on LinkedIn. It goes out automatically.'))
    const place = messageFor({ ...share, isGoingOut: true, shareUrl: null }, sender).blocks.at(-1)
    expect(place).toEqual(links(feed))
  })

  test('is announced with its text, its address and the place where it is reviewed', {
    tags: ['slack-messages-lead'],
  }, () => {
    expect(messageFor(share, sender)).toEqual({
      text: 'ana.lima submitted a share on LinkedIn.',
      blocks: [
        header('New share'),
        section('ana.lima submitted a share on LinkedIn. It is waiting for review.'),
        section('> Proud of this team.', '> Read it!'),
        links(review, '<https://www.linkedin.com/feed/update/1?a=1&amp;b=2|Open linkedin.com>'),
      ],
    })
  })

  test.each([
    ['https://www.linkedin.com/feed/update/1', 'linkedin.com'],
    ['http://example.org:8080/?to=https://www.linkedin.com', 'example.org:8080'],
    ['https://linkedin.com.evil.test/feed', 'linkedin.com.evil.test'],
    ['https://líṅkedin.com/feed', 'xn--lkedin-3va0121d.com'],
    ['https://www.com/', 'www.com'],
  ])('links %s under its own host and no other words', { tags: ['sec-61'] }, (shareUrl, host) => {
    const block = messageFor({ ...share, shareUrl }, sender).blocks.at(-1)
    expect(block).toEqual(links(review, `<${new URL(shareUrl).href}|Open ${host}>`))
  })

  test.each([null, '', ' \n\t '])('without text is announced without a quotation: %j', (customMessage) => {
    expect(messageFor({ ...share, customMessage, shareUrl: null }, sender).blocks).toEqual([
      header('New share'),
      section('ana.lima submitted a share on LinkedIn. It is waiting for review.'),
      links(review),
    ])
  })
})

describe('an achievement', () => {
  test('is announced with its description and the points that it earned', {
    tags: ['slack-messages-lead'],
  }, () => {
    expect(messageFor(unlocked, sender)).toEqual({
      text: 'ana.lima unlocked First Steps and earned 10 points.',
      blocks: [
        header('Achievement unlocked'),
        section(
          'ana.lima unlocked First Steps and earned 10 points.',
          'First Steps: Report your first interaction',
        ),
        links(achievements),
      ],
    })
  })

  test.each([
    [0, 'ana.lima unlocked First Steps.'],
    [1, 'ana.lima unlocked First Steps and earned 1 point.'],
    [12_000, 'ana.lima unlocked First Steps and earned 12,000 points.'],
  ])('that earned %d points', (points, text) => {
    expect(messageFor({ ...unlocked, points }, sender).text).toBe(text)
  })
})

test('a new member is welcomed', { tags: ['slack-messages-lead'] }, () => {
  expect(messageFor({ kind: 'member_joined', displayName: 'ana.lima' }, sender)).toEqual({
    text: 'ana.lima has joined. Welcome!',
    blocks: [header('New team member'), section('ana.lima has joined. Welcome!'), links(leaderboard)],
  })
  expect(messageFor({ kind: 'member_joined', displayName: 'ana.lima' }, atBrightwater).text).toBe(
    'ana.lima has joined Brightwater &amp; Sons on Ovation. Welcome!',
  )
})

describe('the weekly message', () => {
  test('names who earned most in the week, and how the contest stands', {
    tags: ['slack-messages-lead', 'slack-weekly-contest'],
  }, () => {
    expect(messageFor({ ...weekly, contest: spring }, sender)).toEqual({
      text: 'Last week ana.lima earned the most: 1,250 points.',
      blocks: [
        header("Last week's leaderboard"),
        section(
          'March 2 to March 8:',
          '1. ana.lima: 1,250 points',
          '2. bo: 90 points',
          '2. &lt;!here&gt;: 90 points',
        ),
        section('“Spring &amp; more” so far:', '1. bo: 1 point'),
        links(leaderboard, contest),
      ],
    })
    expect(messageFor(weekly, atBrightwater).blocks).toEqual([
      header("Last week's leaderboard"),
      section(
        'March 2 to March 8 at Brightwater &amp; Sons:',
        '1. ana.lima: 1,250 points',
        '2. bo: 90 points',
        '2. &lt;!here&gt;: 90 points',
      ),
      links(leaderboard),
    ])
  })

  test('names all members who share the first place', () => {
    const first = ['ana.lima', 'bo', 'chidi'].map((displayName) => ({ rank: 1, displayName, points: 40 }))
    expect(messageFor({ ...weekly, week: { ...week, leaders: first } }, sender).text).toBe(
      'Last week ana.lima, bo and chidi earned the most: 40 points each.',
    )
  })

  test.each([
    [4, 'And 1 more member earned points.'],
    [1_012, 'And 1,009 more members earned points.'],
  ])('counts those whom it does not name, of %d', (members, line) => {
    const [, words] = messageFor({ ...weekly, week: { ...week, members } }, sender).blocks
    expect(JSON.stringify(words)).toContain(line)
  })

  test('says in one line that nobody earned anything, and still how the contest stands', {
    tags: ['slack-weekly-contest'],
  }, () => {
    const quiet = { ...weekly, week: { ...week, leaders: [], members: 0 } }
    expect(messageFor({ ...quiet, contest: spring }, sender)).toEqual({
      text: 'Nobody earned points last week.',
      blocks: [
        header("Last week's leaderboard"),
        section('Nobody earned points last week.'),
        section('“Spring &amp; more” so far:', '1. bo: 1 point'),
        links(leaderboard, contest),
      ],
    })
  })

  test('says when nobody has points in the contest', () => {
    const [, , words] = messageFor({ ...weekly, contest: { ...spring, leaders: [] } }, sender).blocks
    expect(words).toEqual(section('Nobody has points in “Spring &amp; more” yet.'))
  })

  test('is still sent as an earlier release stored it', () => {
    const stored = { kind: 'weekly_leaderboard', leaders, members: 1_012 } as const
    expect(messageFor(stored, sender)).toEqual({
      text: "This week's leaderboard: ana.lima leads with 1,250 points.",
      blocks: [
        header("This week's leaderboard"),
        section(
          'This is where we stand:',
          '1. ana.lima: 1,250 points',
          '2. bo: 90 points',
          '2. &lt;!here&gt;: 90 points',
          '1,012 members are on the board.',
        ),
        links(leaderboard),
      ],
    })
    expect(messageFor({ ...stored, leaders: [], members: 0 }, sender).text).toBe(
      "This week's leaderboard: nobody has points yet.",
    )
  })
})

describe('a quest', () => {
  test.each([
    ['comment', 1_200, '1,200 comments'],
    ['any', 1, '1 report'],
    ['everybody_once', 24, '24 members'],
  ] as const)('of %s is announced with what was reached', { tags: ['slack-messages-lead'] }, (...row) => {
    const [actionType, goal, reached] = row
    const news = `The team completed the quest “All &amp; each”: ${reached}.`
    expect(messageFor({ kind: 'quest_done', title: 'All & each', actionType, goal }, sender)).toEqual({
      text: news,
      blocks: [
        header('Quest completed'),
        section(`${news} Thank you, everybody who took part!`),
        links(feed),
      ],
    })
  })
})

describe('a contest', () => {
  test('that ends soon is announced with its prize and its leader', {
    tags: ['slack-messages-lead'],
  }, () => {
    expect(messageFor(reminder, sender)).toEqual({
      text: '“Spring contest” runs until March 14, 2026: 3 days left, counting today.',
      blocks: [
        header('The contest ends soon'),
        section(
          '“Spring contest” runs until March 14, 2026: 3 days left, counting today.',
          'Prize: Dinner for two',
          'ana.lima leads with 120 points.',
        ),
        links(report, contest),
      ],
    })
  })

  test('that ends today is announced without a prize and a leader when it has none', () => {
    expect(messageFor({ ...reminder, daysLeft: 1, prize: null, leader: null }, sender)).toEqual({
      text: '“Spring contest” ends today.',
      blocks: [
        header('The contest ends soon'),
        section('“Spring contest” ends today.', 'Nobody has points yet.'),
        links(report, contest),
      ],
    })
  })

  test('that was won is announced with its winner, points and prize', {
    tags: ['slack-messages-lead'],
  }, () => {
    expect(messageFor(winner, sender)).toEqual({
      text: 'ana.lima won “Spring contest” with 120 points.',
      blocks: [
        header('We have a winner'),
        section('ana.lima won “Spring contest” with 120 points. Congratulations!', 'Prize: Dinner for two'),
        links(`<https://ovation.example.net/monthly-contest?contest=${contestId}|See the final standings>`),
      ],
    })
    const { contestId: _, ...earlier } = winner
    expect(messageFor(earlier, sender).blocks.at(-1)).toEqual(
      links('<https://ovation.example.net/monthly-contests|See the contests>'),
    )
    expect(messageFor({ ...winner, prize: '  ' }, sender).blocks[1]).toEqual(
      section('ana.lima won “Spring contest” with 120 points. Congratulations!'),
    )
    const team = { name: '<Blue> & Co', average: 1_022.5 }
    expect(messageFor({ ...winner, team }, sender).text).toBe(
      'ana.lima won “Spring contest” with 120 points. &lt;Blue&gt; &amp; Co is the champion team with 1,022.5 points for each active member.',
    )
    expect(messageFor({ ...winner, team: null }, sender)).toEqual(messageFor(winner, sender))
  })
})

describe('a new post', () => {
  test('is announced with its text and its address', { tags: ['slack-messages-lead'] }, () => {
    expect(messageFor(post, sender)).toEqual({
      text: 'Brightwater has a new post on TikTok.',
      blocks: [
        header('New on TikTok'),
        section(
          'Brightwater has a new post on TikTok. Like it, comment on it or share it, then report it and earn points.',
        ),
        section('> We have news.'),
        links(
          '<https://www.tiktok.com/@brightwater/video/1|Open on TikTok>',
          `<${postLink}|Report what you did>`,
        ),
      ],
    })
  })

  test('has the question and the angles below its text, in the author’s order and as plain text', {
    tags: ['angles-slack-message', 'sec-61'],
  }, () => {
    const contextsOf = (prompts: object) => messageFor({ ...post, ...prompts }, sender).blocks.slice(3, -1)
    const question = 'What was <!here> hard?'
    const angles = ['Who\nit helped', 'R&D']
    const ideas = 'Ideas for your comment, in your own words:\n• Who it helped\n• R&amp;D'
    expect(contextsOf({ question, angles })).toEqual([
      links('The author asks: What was &lt;!here&gt; hard?', ideas),
    ])
    expect(contextsOf({ question: null, angles })).toEqual([links(ideas)])
    expect(contextsOf({ question: 'Why?', angles: [] })).toEqual([links('The author asks: Why?')])
    expect(contextsOf({ question: null, angles: [] })).toEqual([])
  })

  test('that tests the connection says that it earns nothing', () => {
    expect(messageFor({ ...post, isTest: true, postUrl: null }, sender)).toEqual({
      text: 'Test, no points: Brightwater has a new post on TikTok.',
      blocks: [
        header('Test: new on TikTok'),
        section('Brightwater has a new post on TikTok. This is a connection test. It earns no points.'),
        section('> We have news.'),
        links(`<${postLink}|See it in the feed>`),
      ],
    })
  })

  test('that an earlier release stored leads to the feed', () => {
    const { postId: _, ...earlier } = post
    expect(messageFor({ ...earlier, postUrl: null }, sender).blocks.at(-1)).toEqual(links(report))
  })
})

test('the instructions say how the product works and link to its main screens', () => {
  expect(instructionsMessage(sender)).toEqual({
    text: 'How to take part in Ovation',
    blocks: [
      header('How to take part'),
      section(
        'Ovation rewards everyone who helps to spread our news. This is how it works:',
        '1. Open the social feed and pick a post.',
        '2. Like it, comment on it or share it on its own platform.',
        '3. Come back and report what you did. Each report earns points.',
      ),
      section(
        'You can undo a report for five minutes. The leaderboard and the monthly contest update immediately.',
      ),
      links(feed, leaderboard, contest),
    ],
  })
  const [, first] = instructionsMessage(atBrightwater).blocks
  expect(JSON.stringify(first)).toContain('helps to spread our news at Brightwater &amp; Sons. This')
})

test('the test message says that it is a test', () => {
  expect(testMessage(sender)).toEqual({
    text: 'Test message from Ovation',
    blocks: [
      header('Test message'),
      section('Ovation can write to this channel. Nothing else happened.'),
      links('<https://ovation.example.net/admin?tab=slack|Open the Slack settings>'),
    ],
  })
})

test.each([
  ['channel_not_found', 'Slack does not know this channel, or the bot cannot see it (channel_not_found)'],
  ['http_503', 'Slack answered with an error (http_503)'],
  ['econnrefused', 'Slack cannot be reached (econnrefused)'],
  ['und_err_socket', 'Slack cannot be reached (und_err_socket)'],
  ['never_heard_of', 'Slack refused (never_heard_of)'],
])('the failure code %s is explained in words', (code, words) => {
  expect(reasonOf(code)).toBe(words)
})
