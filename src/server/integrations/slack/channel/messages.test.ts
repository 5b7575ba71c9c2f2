import { describe, expect, test } from 'vitest'
import type { ChatNotification } from '#domain/chat.ts'
import { asDay } from '#domain/days.ts'
import { instructionsMessage, messageFor, reasonOf, testMessage } from './messages.ts'

const sender = { publicUrl: 'https://ovation.example.net', workspaceName: null }
const atBrightwater = { ...sender, workspaceName: 'Brightwater & Sons' }
const feed = '<https://ovation.example.net/social-feed|Open the social feed>'
const dashboard = '<https://ovation.example.net/|Open the dashboard>'
const contests = '<https://ovation.example.net/monthly-contests|Open the contests>'

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
const post: ChatNotification = {
  kind: 'new_post',
  platform: 'tiktok',
  authorName: 'Brightwater',
  content: 'We have news.',
  postUrl: 'https://www.tiktok.com/@brightwater/video/1',
  isTest: false,
}
const board: ChatNotification = {
  kind: 'weekly_leaderboard',
  leaders: [
    { rank: 1, displayName: 'ana.lima', points: 1_250 },
    { rank: 2, displayName: 'bo', points: 90 },
    { rank: 3, displayName: 'chidi', points: 1 },
  ],
  members: 1_012,
}
const reminder: ChatNotification = {
  kind: 'contest_reminder',
  title: 'Spring contest',
  prize: 'Dinner for two',
  endDate: asDay('2026-03-14'),
  daysLeft: 3,
  leader: { displayName: 'ana.lima', points: 120 },
}
const winner: ChatNotification = {
  kind: 'contest_winner',
  title: 'Spring contest',
  prize: 'Dinner for two',
  displayName: 'ana.lima',
  points: 120,
}
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
  })

  test('is announced with its text and its address', () => {
    expect(messageFor(share, sender)).toEqual({
      text: 'ana.lima submitted a share on LinkedIn.',
      blocks: [
        header('New share'),
        section('ana.lima submitted a share on LinkedIn. It is waiting for review.'),
        section('> Proud of this team.', '> Read it!'),
        links('<https://www.linkedin.com/feed/update/1?a=1&amp;b=2|Open linkedin.com>', feed),
      ],
    })
  })

  test.each([
    ['https://www.linkedin.com/feed/update/1', 'linkedin.com'],
    ['http://example.org:8080/?to=https://www.linkedin.com', 'example.org:8080'],
    ['https://linkedin.com.evil.test/feed', 'linkedin.com.evil.test'],
    ['https://líṅkedin.com/feed', 'xn--lkedin-3va0121d.com'],
    ['https://www.com/', 'www.com'],
  ])('links %s under its own host and no other words', (shareUrl, host) => {
    const block = messageFor({ ...share, shareUrl }, sender).blocks.at(-1)
    expect(block).toEqual(links(`<${new URL(shareUrl).href}|Open ${host}>`, feed))
  })

  test.each([null, '', ' \n\t '])('without text is announced without a quotation: %j', (customMessage) => {
    expect(messageFor({ ...share, customMessage, shareUrl: null }, sender).blocks).toEqual([
      header('New share'),
      section('ana.lima submitted a share on LinkedIn. It is waiting for review.'),
      links(feed),
    ])
  })
})

describe('an achievement', () => {
  test('is announced with its description and the points that it earned', () => {
    expect(messageFor(unlocked, sender)).toEqual({
      text: 'ana.lima unlocked First Steps and earned 10 points.',
      blocks: [
        header('Achievement unlocked'),
        section(
          'ana.lima unlocked First Steps and earned 10 points.',
          'First Steps: Report your first interaction',
        ),
        links(dashboard),
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

test('a new member is welcomed', () => {
  expect(messageFor({ kind: 'member_joined', displayName: 'ana.lima' }, sender)).toEqual({
    text: 'ana.lima has joined. Welcome!',
    blocks: [header('New team member'), section('ana.lima has joined. Welcome!'), links(dashboard)],
  })
  expect(messageFor({ kind: 'member_joined', displayName: 'ana.lima' }, atBrightwater).text).toBe(
    'ana.lima has joined Brightwater &amp; Sons on Ovation. Welcome!',
  )
})

describe('the weekly leaderboard', () => {
  test('names the leaders and the number of members', () => {
    expect(messageFor(board, sender)).toEqual({
      text: "This week's leaderboard: ana.lima leads with 1,250 points.",
      blocks: [
        header("This week's leaderboard"),
        section(
          'This is where we stand:',
          '1. ana.lima: 1,250 points',
          '2. bo: 90 points',
          '3. chidi: 1 point',
        ),
        section('1,012 members are on the board.'),
        links(dashboard),
      ],
    })
    expect(messageFor(board, atBrightwater).blocks[1]).toEqual(
      section(
        'This is where we stand at Brightwater &amp; Sons:',
        '1. ana.lima: 1,250 points',
        '2. bo: 90 points',
        '3. chidi: 1 point',
      ),
    )
  })

  test('names all members who share the first place', () => {
    const leaders = ['ana.lima', 'bo', 'chidi'].map((displayName) => ({ rank: 1, displayName, points: 40 }))
    expect(messageFor({ ...board, leaders }, sender).text).toBe(
      "This week's leaderboard: ana.lima, bo and chidi lead with 40 points.",
    )
  })

  test('with one member, and with none', () => {
    const [first] = board.leaders
    if (!first) throw new Error('nobody leads')
    const ofOne = messageFor({ ...board, leaders: [first], members: 1 }, sender)
    expect(ofOne.blocks[2]).toEqual(section('1 member is on the board.'))
    expect(messageFor({ ...board, leaders: [], members: 0 }, atBrightwater)).toEqual({
      text: "This week's leaderboard: nobody has points yet.",
      blocks: [
        header("This week's leaderboard"),
        section('Nobody has points yet. The first report opens the board.'),
        links(dashboard),
      ],
    })
  })
})

describe('a contest', () => {
  test('that ends soon is announced with its prize and its leader', () => {
    expect(messageFor(reminder, sender)).toEqual({
      text: '“Spring contest” runs until March 14, 2026: 3 days left, counting today.',
      blocks: [
        header('The contest ends soon'),
        section(
          '“Spring contest” runs until March 14, 2026: 3 days left, counting today.',
          'Prize: Dinner for two',
          'ana.lima leads with 120 points.',
        ),
        links(contests),
      ],
    })
  })

  test('that ends today is announced without a prize and a leader when it has none', () => {
    expect(messageFor({ ...reminder, daysLeft: 1, prize: null, leader: null }, sender)).toEqual({
      text: '“Spring contest” ends today.',
      blocks: [
        header('The contest ends soon'),
        section('“Spring contest” ends today.', 'Nobody has points yet.'),
        links(contests),
      ],
    })
  })

  test('that was won is announced with its winner, points and prize', () => {
    expect(messageFor(winner, sender)).toEqual({
      text: 'ana.lima won “Spring contest” with 120 points.',
      blocks: [
        header('We have a winner'),
        section('ana.lima won “Spring contest” with 120 points. Congratulations!', 'Prize: Dinner for two'),
        links(contests),
      ],
    })
    expect(messageFor({ ...winner, prize: '  ' }, sender).blocks[1]).toEqual(
      section('ana.lima won “Spring contest” with 120 points. Congratulations!'),
    )
  })
})

describe('a new post', () => {
  test('is announced with its text and its address', () => {
    expect(messageFor(post, sender)).toEqual({
      text: 'Brightwater has a new post on TikTok.',
      blocks: [
        header('New on TikTok'),
        section(
          'Brightwater has a new post on TikTok. Like it, comment on it or share it, then report it and earn points.',
        ),
        section('> We have news.'),
        links('<https://www.tiktok.com/@brightwater/video/1|See the post on TikTok>', feed),
      ],
    })
  })

  test('that tests the connection says that it earns nothing', () => {
    expect(messageFor({ ...post, isTest: true, postUrl: null }, sender)).toEqual({
      text: 'Test, no points: Brightwater has a new post on TikTok.',
      blocks: [
        header('Test: new on TikTok'),
        section('Brightwater has a new post on TikTok. This is a connection test. It earns no points.'),
        section('> We have news.'),
        links(feed),
      ],
    })
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
      links(feed, dashboard, contests),
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
      links(dashboard),
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
