import { password } from './password.ts'
import { webhookRows } from './webhook-rows.ts'

/** A row to insert, by column. */
type Row = Readonly<Record<string, unknown>>

/** The rows of a table. */
export interface TableRows {
  readonly table: string
  readonly rows: readonly Row[]
}

const id = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`
const march = (day: number, time: string) => `2026-03-${day}T${time}:00.000Z`

const [ana, ben, cara, keeper] = [id(1), id(2), id(3), id(4)]
const [news, launch, gone, planned] = [id(11), id(12), id(13), id(14)]
const [february, marchContest] = [id(21), id(22)]
const [firstLike, comment, share, bensShare, undone, takenBack] = [31, 32, 33, 34, 35, 36].map(id)
const [ownShare, keptShare, waitingShare] = [id(43), id(44), id(45)]
const [anasFirst, bensFirst, click, correction] = [id(51), id(52), id(61), id(71)]

/** What a small team had in the tables of a release, in an order in which it can be inserted. */
export function rowsOfRelease(release: number): TableRows[] {
  return [...people(release), ...company(release), ...reports(release), ...game(release), ...around(release)]
}

/** The columns of a row that exist since a release. */
function since(first: number, release: number, columns: Row): Row {
  return release >= first ? columns : {}
}

function people(release: number): TableRows[] {
  const at = '2026-02-01T08:00:00.000Z'
  const person = (key: string, username: string, shown: string, columns: Row): Row => ({
    id: key,
    username,
    tracking_code: `code-${username}`,
    reached_at: at,
    created_at: at,
    ...since(8, release, { display_name: shown }),
    ...columns,
  })
  const anaPoints = 65 + (release >= 4 ? 40 : 0) + (release >= 5 ? 5 : 0)
  const benPoints = 30 + (release >= 4 ? 12 : 0) + (release >= 12 ? 5 : 0)
  const codes = since(4, release, { achievement_codes: ['first_steps'] })
  const users = [
    person(ana, 'ana.lima', 'Ana Lima', {
      slack_team_id: 'T1',
      slack_user_id: 'U1',
      email: 'ana@brightwater.example',
      total_points: anaPoints,
      total_shares: release >= 12 ? 2 : 1,
      total_engagements: 3,
      current_streak: 2,
      longest_streak: 2,
      streak_last_day: '2026-03-11',
      reached_at: lastOfAna(release),
      ...codes,
    }),
    person(ben, 'ben.okafor', 'Ben Okafor', {
      total_points: benPoints,
      total_shares: 1,
      total_engagements: 1,
      current_streak: 1,
      longest_streak: 1,
      streak_last_day: '2026-03-11',
      reached_at: march(11, '10:01'),
      ...codes,
    }),
    person(cara, 'cara', 'Cara Ito', { role: 'admin', ...since(8, release, { own_name: 'Cara Ito' }) }),
    person(keeper, 'keeper', 'Keeper', {
      role: 'admin',
      email: 'keeper@brightwater.example',
      is_emergency: true,
      password_hash: password.hash,
    }),
  ]
  return [{ table: 'users', rows: users }]
}

function lastOfAna(release: number): string {
  if (release >= 5) return march(12, '09:00')
  return release >= 4 ? march(11, '10:06') : march(11, '10:00')
}

function company(release: number): TableRows[] {
  const post = (key: string, date: string, columns: Row = {}): Row => ({
    id: key,
    identity: key,
    brand: 'default',
    platform: 'linkedin',
    author_name: 'Northwind',
    author_handle: '@northwind',
    content: `News “${key.slice(-2)}” \u2028 🎉`,
    post_url: `https://www.linkedin.com/posts/northwind-${key.slice(-2)}`,
    campaign_tags: ['spring'],
    original_post_date: date,
    created_at: '2026-02-02T08:00:00.000Z',
    updated_at: '2026-02-02T08:00:00.000Z',
    ...since(13, release, { published_at: '2026-02-02T08:00:00.000Z' }),
    ...since(32, release, { question: 'What was hard?', angles: ['What you built', 'Who it helped'] }),
    ...columns,
  })
  const contest = (key: string, start: string, end: string): Row => ({
    id: key,
    title: `Contest of ${start.slice(0, 7)}`,
    start_date: start,
    end_date: end,
    prize: 'A kettle',
    created_at: '2026-02-01T08:00:00.000Z',
    ...since(16, release, { standings_id: key }),
  })
  return [
    {
      table: 'posts',
      rows: [
        post(news, '2026-02-02T08:00:00.000Z', { likes_count: 12 }),
        post(launch, '2026-02-03T08:00:00.000Z'),
        post(gone, '2026-02-04T08:00:00.000Z', { deleted_at: '2026-02-20T08:00:00.000Z' }),
        // Dated later: until scheduled posts came, it was visible at once.
        post(planned, '2099-03-01T08:00:00.000Z', since(13, release, { published_at: null })),
      ],
    },
    {
      table: 'contests',
      rows: [
        contest(february, '2026-02-01', '2026-02-28'),
        contest(marchContest, '2026-03-01', '2026-03-31'),
      ],
    },
    { table: 'settings', rows: [{ key: 'webhook_secret', value: 'whsec_of-an-older-release-0123456789' }] },
  ]
}

interface Report {
  readonly key: string | undefined
  readonly who: string
  readonly what: readonly [type: string, post: string, points: number]
  readonly at: string
  readonly columns?: Row
}

/** The report itself, with its entry and its line of activity. */
const everyReport: readonly Report[] = [
  { key: firstLike, who: ana, what: ['like', launch, 15], at: '2026-02-10T10:00:00.000Z' },
  { key: comment, who: ana, what: ['comment', news, 20], at: march(10, '10:00') },
  { key: share, who: ana, what: ['share', news, 30], at: march(11, '10:00') },
  { key: bensShare, who: ben, what: ['share', news, 30], at: march(11, '10:01') },
  {
    key: undone,
    who: ben,
    what: ['share', launch, 30],
    at: march(11, '10:02'),
    columns: { undone_at: march(11, '10:03') },
  },
]
const takenBackReport: Report = {
  key: takenBack,
  who: ben,
  what: ['like', news, 15],
  at: march(12, '10:00'),
  columns: { taken_back_at: march(13, '10:00') },
}

function reports(release: number): TableRows[] {
  const all = release >= 12 ? [...everyReport, takenBackReport] : everyReport
  const live = all.filter(({ columns }) => !columns)
  return [
    {
      table: 'interactions',
      rows: all.map(({ key, who, what: [type, post, points], at, columns }) => ({
        id: key,
        user_id: who,
        post_id: post,
        type,
        platform: 'linkedin',
        points,
        day: at.slice(0, 10),
        reported_at: at,
        ...columns,
      })),
    },
    {
      table: 'activities',
      rows: live.map(({ key, who, what: [, , points], at }) =>
        activity(key, { who, type: 'interaction', points, at }),
      ),
    },
    { table: 'shares', rows: shares(release) },
    {
      table: 'ledger',
      rows: [
        ...all.map(({ key, who, what: [, , points], at }, nth) =>
          entry(100 + nth, { who, amount: points, reason: 'interaction', subject: key, at }),
        ),
        ...all.flatMap(({ key, who, what: [, , points], at, columns = {} }, nth) =>
          Object.values(columns).map((end) => ({
            ...entry(200 + nth, { who, amount: -points, reason: 'undo', subject: key, at: String(end) }),
            reverses_id: id(100 + nth),
            day: at.slice(0, 10),
          })),
        ),
      ],
    },
  ]
}

interface Line {
  readonly who: string
  readonly type: string
  readonly points: number
  readonly at: string
}

function activity(key: string | undefined, { who, type, points, at }: Line): Row {
  const platform = type === 'achievement' ? null : 'linkedin'
  const texts = { id: key, type, description: 'Did something', platform, subject_id: key }
  return { ...texts, user_id: who, points, created_at: at }
}

interface Entry {
  readonly who: string
  readonly amount: number
  readonly reason: string
  readonly subject: string | undefined
  readonly at: string
}

function entry(nth: number, { who, amount, reason, subject, at }: Entry): Row {
  const day = at.slice(0, 10)
  return { id: id(nth), user_id: who, amount, reason, subject_id: subject, day, created_at: at }
}

/** Until receipts came, the share of a report had no points of its own, and its rejection took nothing. */
function shares(release: number): Row[] {
  const isNew = release >= 12
  const base = { platform: 'linkedin', content_type: 'company_post', share_url: null }
  const ofReport = (nth: number, report: string | undefined, who: string, columns: Row): Row => ({
    ...base,
    id: id(nth),
    user_id: who,
    interaction_id: report,
    points: isNew ? 30 : 0,
    created_at: march(11, '10:01'),
    ...columns,
  })
  const rejected = {
    status: 'rejected',
    ...since(4, release, { reviewed_at: march(11, '10:04') }),
    ...since(9, release, { answered_at: march(11, '10:04') }),
  }
  const always = [
    ofReport(41, share, ana, { status: 'pending' }),
    ofReport(42, bensShare, ben, isNew ? { status: 'pending' } : rejected),
  ]
  if (release < 4) return always
  const reviewedAt = march(11, '10:06')
  const own = { ...base, content_type: 'custom', points: 30, created_at: march(11, '10:05') }
  return [
    ...always,
    { ...own, id: ownShare, user_id: ana, status: 'completed', due_at: reviewedAt, reviewed_at: reviewedAt },
    // It outlived the report, which was undone after the share had been approved with points.
    {
      ...ofReport(44, isNew ? undefined : undone, ben, { status: 'approved', points: 2 }),
      has_set_points: true,
      reviewed_at: march(11, '10:02'),
      due_at: isNew ? march(11, '10:02') : null,
    },
    { ...own, id: waitingShare, user_id: ben, status: 'pending', points: 0 },
  ].map((row) =>
    row.status === 'completed' ? { ...row, ...since(9, release, { answered_at: reviewedAt }) } : row,
  )
}

/** Standings, and what came with achievements and winners. */
function game(release: number): TableRows[] {
  const isGame = release >= 4
  const standing = (contest: string, who: string, [points, shared, reported]: number[], at: string): Row => ({
    contest_id: contest,
    user_id: who,
    points,
    shares: shared,
    engagements: reported,
    reached_at: at,
  })
  const first = '2026-02-10T10:00:00.000Z'
  const anasMarch = 50 + (isGame ? 30 : 0) + (release >= 5 ? 5 : 0)
  const bensMarch = 30 + (isGame ? 12 : 0) + (release >= 12 ? 5 : 0)
  const standings = [
    standing(february, ana, [isGame ? 25 : 15, 0, 1], first),
    standing(marchContest, ana, [anasMarch, release >= 12 ? 2 : 1, 2], lastOfAna(release)),
    standing(marchContest, ben, [bensMarch, 1, 1], march(11, '10:01')),
  ]
  if (!isGame) return [{ table: 'standings', rows: standings }]
  const earned = [
    { key: anasFirst, who: ana, at: first },
    { key: bensFirst, who: ben, at: march(11, '10:01') },
  ]
  return [
    { table: 'standings', rows: standings },
    {
      table: 'earned_achievements',
      rows: earned.map(({ key, who, at }) => ({
        id: key,
        user_id: who,
        code: 'first_steps',
        points: 10,
        earned_at: at,
      })),
    },
    { table: 'activities', rows: gameActivities(earned) },
    {
      table: 'ledger',
      rows: [
        ...earned.map(({ key, who, at }, nth) =>
          entry(300 + nth, { who, amount: 10, reason: 'achievement', subject: key, at }),
        ),
        {
          ...entry(310, { who: ana, amount: 30, reason: 'share', subject: ownShare, at: march(11, '10:06') }),
          ...since(12, release, { shares: 1 }),
        },
        entry(311, { who: ben, amount: 2, reason: 'adjustment', subject: keptShare, at: march(11, '10:02') }),
      ],
    },
    { table: 'monthly_winners', rows: [winner] },
  ]
}

const winner: Row = {
  id: id(81),
  contest_id: february,
  user_id: ana,
  year: 2026,
  month: 2,
  start_date: '2026-02-01',
  end_date: '2026-02-28',
  points: 25,
  shares: 0,
  engagements: 1,
  recorded_at: '2026-03-01T00:10:00.000Z',
}

function gameActivities(earned: readonly { key: string; who: string; at: string }[]): Row[] {
  return [
    ...earned.map(({ key, who, at }) => activity(key, { who, type: 'achievement', points: 10, at })),
    activity(ownShare, { who: ana, type: 'share', points: 30, at: march(11, '10:06') }),
    activity(keptShare, { who: ben, type: 'share', points: 2, at: march(11, '10:02') }),
  ]
}

/** What later releases added around the game. */
function around(release: number): TableRows[] {
  const at = march(12, '09:00')
  const lists: readonly [first: number, last: number, rows: TableRows][] = [
    [
      0,
      99,
      {
        table: 'audit_entries',
        rows: [{ id: id(91), actor_id: cara, action: 'role.update', subject: ben, created_at: at }],
      },
    ],
    [
      5,
      99,
      {
        table: 'link_clicks',
        rows: [{ id: click, user_id: ana, post_id: news, visitor: 'someone', points: 5, clicked_at: at }],
      },
    ],
    [
      5,
      99,
      {
        table: 'ledger',
        rows: [entry(320, { who: ana, amount: 5, reason: 'link_click', subject: click, at })],
      },
    ],
    [5, 99, { table: 'automation_settings', rows: [{ id: 1, auto_publish: true }] }],
    [5, 99, { table: 'social_accounts', rows: [socialAccount] }],
    [5, 99, { table: 'chat_notifications', rows: [notification(release)] }],
    [5, 6, { table: 'leases', rows: [{ name: 'outbox', holder: 'one', expires_at: at }] }],
    [
      9,
      99,
      {
        table: 'applause',
        rows: [{ activity_id: share, user_id: ben, receiver_id: ana, day: '2026-03-11', created_at: at }],
      },
    ],
    [
      10,
      99,
      {
        table: 'place_marks',
        rows: [{ contest_id: marchContest, user_id: ana, day: '2026-03-12', place: 1 }],
      },
    ],
    ...honestPoints(at).map((rows): [number, number, TableRows] => [12, 99, rows]),
    [13, 99, { table: 'emergency_invitations', rows: [invitation] }],
    ...webhookRows(release, cara).map((rows): [number, number, TableRows] => [14, 99, rows]),
  ]
  return lists.flatMap(([first, last, rows]) => (release >= first && release <= last ? [rows] : []))
}

const socialAccount: Row = {
  id: id(92),
  user_id: ana,
  platform: 'linkedin',
  handle: '@ana',
  created_at: march(12, '09:00'),
}
const invitation: Row = {
  id: id(96),
  email: 'second@brightwater.example',
  secret_hash: 'hash',
  invited_by: cara,
  created_at: march(12, '09:00'),
  expires_at: march(13, '09:00'),
}

/** Until people had names to show, it called somebody by a username. */
function notification(release: number): Row {
  const who = release >= 8 ? { displayName: 'Ben Okafor' } : { username: 'ben.okafor' }
  const said = { kind: 'share_submitted', ...who, platform: 'linkedin', isGoingOut: false }
  return {
    id: id(93),
    key: `share_submitted:${waitingShare}`,
    notification: said,
    created_at: march(11, '10:05'),
  }
}

function honestPoints(at: string): TableRows[] {
  const reason = 'It is not to be seen'
  return [
    {
      table: 'take_backs',
      rows: [
        {
          interaction_id: takenBack,
          user_id: ben,
          reviewer_id: cara,
          reason,
          created_at: march(13, '10:00'),
        },
      ],
    },
    {
      table: 'appeals',
      rows: [
        {
          id: id(94),
          user_id: ben,
          interaction_id: takenBack,
          reviewer_id: cara,
          reason,
          text: 'It is there again',
          created_at: march(13, '11:00'),
        },
      ],
    },
    {
      table: 'adjustments',
      rows: [
        {
          id: correction,
          user_id: ben,
          admin_id: cara,
          amount: 5,
          reason: 'A prize for the quiz',
          created_at: at,
        },
      ],
    },
    {
      table: 'ledger',
      rows: [entry(330, { who: ben, amount: 5, reason: 'adjustment', subject: correction, at })],
    },
    {
      table: 'honesty_settings',
      rows: [{ id: 1, cap_like: 20, clicks_per_day: 20, clicks_per_address: 3, checks: 'off' }],
    },
    { table: 'member_addresses', rows: [{ user_id: ana, address_hash: 'hash', seen_at: at }] },
  ]
}
