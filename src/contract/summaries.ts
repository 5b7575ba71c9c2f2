/** How a call that is no JSON answers: a file, a redirect, or nothing that anybody reads. */
export type OtherAnswer = 'csv' | 'redirect' | 'empty' | 'description'

/** What the description of the API says about a call, where one sentence is not enough. */
export interface CallText {
  /** Where the one made of the address would be that of another call. */
  readonly operationId?: string
  readonly summary: string
  readonly details?: string
  /** Statuses that only this call answers. */
  readonly also?: readonly number[]
  readonly other?: OtherAnswer
  /** The query of a call whose query the contract does not describe. */
  readonly query?: Readonly<Record<string, string>>
}

/** Every call of the API by subject, with what it does. */
export const summaries: Readonly<Record<string, Readonly<Record<string, string | CallText>>>> = {
  'Own account': {
    'GET /api/user': 'Read your profile',
    'PUT /api/user': {
      summary: 'Change your profile',
      details: 'Omitted fields stay as they are. A name or address that somebody else has is a conflict.',
    },
    'GET /api/auth/me': 'Read who is signed in',
    'POST /api/auth/login': {
      summary: 'Sign in with an emergency password',
      details: 'The answer has the token of a session, and sets its cookie.',
      also: [401],
    },
    'POST /api/auth/logout': 'Sign out',
    'POST /api/auth/logout-all': 'End your other sessions',
    'GET /api/auth/sessions': 'List your sessions',
    'DELETE /api/auth/sessions/:id': 'End one of your sessions',
    'POST /api/auth/invitations/check': {
      summary: 'Read whom an emergency invitation is for',
      also: [410],
    },
    'POST /api/auth/invitations/accept': {
      summary: 'Set a password with an emergency invitation',
      details: 'The link works once.',
      also: [410],
    },
    'GET /api/tokens': 'List your access tokens',
    'POST /api/tokens': {
      summary: 'Make an access token',
      details: 'The answer is the only one that has the token. Needs a session: a token cannot make another.',
    },
    'DELETE /api/tokens/:id': 'End one of your access tokens',
    'GET /auth/slack': { summary: 'Begin the sign-in with Slack', other: 'redirect' },
    'GET /auth/slack/callback': {
      summary: 'Finish the sign-in with Slack',
      details: 'Slack sends the browser here.',
      other: 'redirect',
    },
    'GET /api/social-accounts/user/:userId': 'List the social accounts of a member',
    'POST /api/social-accounts': 'Add a social account',
    'DELETE /api/social-accounts/:id': 'Remove a social account',
    'GET /api/notifications': 'List what is new for you',
    'GET /api/notifications/settings': 'Read which messages you get',
    'PUT /api/notifications/settings': {
      summary: 'Change which messages you get, and your quiet hours',
      details:
        'What waits to be sent follows the new settings. Whoever chooses e-mails with an address of their own is sent an e-mail to ' +
        'confirm it. The same settings again send another one, up to three a day.',
    },
    'GET /api/live/missed': 'Find out what changed while you were not connected',
  },
  Posts: {
    'GET /api/social-feed-posts': {
      summary: 'List company posts',
      details:
        'The newest come first, and `cursor` continues the list. With `page`, administrators get one page of a table.',
    },
    'GET /api/social-feed-posts/counts': 'Count the posts of the feed',
    'PUT /api/social-feed-posts/:id': {
      summary: 'Change a post',
      details: 'Omitted fields stay as they are. A stale `seen` is a conflict.',
    },
    'DELETE /api/social-feed-posts/:id': 'Delete a post',
    'GET /api/social-feed-posts/:id/reporters': 'Count the members who reported on a post',
    'POST /api/social-feed-posts/:id/restore': { summary: 'Restore a deleted post', also: [410] },
    'POST /api/social-feed-posts/backfill': {
      summary: 'Add earlier posts',
      details: 'All of them are added or none. Send a list under `posts`, a bare list or a single post.',
    },
    'GET /api/today': 'Read what there is to do today',
  },
  Reports: {
    'POST /api/social-interactions/honor-report': {
      summary: 'Report a like, a comment or a share',
      also: [404],
    },
    'DELETE /api/social-interactions/honor-report/:id': 'Undo a report',
    'GET /api/social-interactions/mine': 'List your reports',
    'GET /api/social-interactions/recent': 'List your ten latest reports',
    'GET /api/social-interactions/recent/:userId': 'List the latest reports of a member',
    'GET /api/checks/mine': 'List the checks that you have not answered',
    'POST /api/checks/:id/answer': 'Answer a check of a report',
    'GET /api/appeals/mine': 'List your appeals',
    'POST /api/appeals': {
      summary: 'Appeal',
      details:
        'An appeal is against a report taken back, or a share not accepted. It is possible for 30 days.',
      also: [404, 410],
    },
  },
  Shares: {
    'GET /api/shares': {
      summary: 'List shares',
      details: 'Reviewers see the shares of everybody, members their own.',
    },
    'POST /api/shares': 'Submit a share',
    'PUT /api/shares/:id': 'Review a share',
  },
  Points: {
    'GET /api/ledger/mine': 'Read your statement of points',
    'GET /api/ledger/mine.csv': {
      summary: 'Download your statement of points',
      other: 'csv',
      query: { kind: 'Only entries of this kind', from: 'The first day', to: 'The last day' },
      also: [400],
    },
    'GET /api/ledger/users/:userId': 'Read the statement of a member',
    'POST /api/ledger/adjustments': { summary: 'Give or take points by hand', also: [404] },
    'GET /api/admin/points-config': 'List the points rules',
    'POST /api/admin/points-config': 'Add a points rule',
    'PUT /api/admin/points-config/:id': 'Change a points rule',
    'DELETE /api/admin/points-config/:id': 'Delete a points rule',
    'GET /api/admin/board-settings': 'Read who has a place on boards, and when a week begins',
    'PUT /api/admin/board-settings': 'Change who has a place on boards, and when a week begins',
    'GET /api/admin/streak-rules': 'Read the rules of streaks, with the holidays',
    'PUT /api/admin/streak-rules': {
      summary: 'Change the rules of streaks from today on',
      details:
        'Omitted fields stay as they are. Days before keep the rules that held on them, and holidays that are over still hold when they leave the list.',
    },
    'GET /api/admin/honesty': 'Read the limits and checks of reports',
    'PUT /api/admin/honesty': 'Replace the limits and checks of reports',
  },
  Leaderboard: {
    'GET /api/leaderboard': 'Read the team board',
    'GET /api/leaderboard/me': 'Read your place on the team board',
    'GET /api/leaderboard/around': 'Read your row on the team board and its neighbours',
    'GET /api/leaderboard/newcomers': 'List the members who joined lately, best first',
    'GET /api/leaderboard/teams': 'Read the board of teams',
    'GET /api/teams': 'List the teams',
    'POST /api/teams': 'Make a team',
    'GET /api/teams/:id': 'Read a team and who earned its points',
    'PUT /api/teams/:id': 'Change a team',
    'DELETE /api/teams/:id': 'Delete a team',
    'PUT /api/teams/:id/members': 'Replace the members of a team',
    'POST /api/teams/import': {
      summary: 'Put members into teams by a list',
      details: 'With `preview=true` the answer says what would happen, and nothing changes.',
    },
    'GET /api/teams/groups': {
      summary: 'List the user groups of Slack that teams may follow',
      also: [409, 502],
    },
    'PUT /api/teams/groups': {
      summary: 'Choose the user groups of Slack that are teams',
      also: [502],
      details: 'With `preview=true` the answer says what would happen, and nothing changes.',
    },
    'POST /api/teams/sync': {
      summary: 'Bring the teams in step with their user groups of Slack',
      also: [502],
    },
    'DELETE /api/teams/:id/group': 'Let a team follow its user group of Slack no more',
    'PATCH /api/users/:id/team': 'Move a member into a team',
    'GET /api/leaderboard/movement': 'Read the places at the start of the day',
    'GET /api/leaderboard/streaks': 'List the longest current streaks',
    'GET /api/streak/mine': 'Read your streak, and what keeps it alive',
    'PUT /api/streak/mine': {
      summary: 'Change your time zone and your away days',
      details:
        'Omitted fields stay as they are. Away days can be entered up to 7 days back and a year ahead.',
    },
    'POST /api/streak/repair': {
      summary: 'Repair the streak that broke yesterday',
      details: 'Takes three reports within 24 hours after the missed day.',
    },
    'GET /api/leaderboard/:contestId': 'Read the standings of a contest',
    'GET /api/leaderboard/:contestId/me': 'Read your standing in a contest',
    'GET /api/leaderboard/:contestId/around': 'Read your row in a contest and its neighbours',
  },
  Contests: {
    'GET /api/contests': 'List contests, the current one first',
    'GET /api/contests/:id/race': 'Read the race of a contest',
    'GET /api/contests/:id/teams': 'List the teams in a contest',
    'GET /api/monthly-contests': 'List contests, the newest first',
    'POST /api/monthly-contests': 'Create a contest',
    'GET /api/monthly-contests/current': 'Read the current contest',
    'GET /api/monthly-contests/builds': 'List contests whose standings are being worked out',
    'GET /api/monthly-contests/:id': 'Read a contest',
    'PUT /api/monthly-contests/:id': 'Change a contest',
    'DELETE /api/monthly-contests/:id': 'Delete a contest',
    'POST /api/monthly-contests/:id/restore': { summary: 'Restore a deleted contest', also: [410] },
    'GET /api/monthly-winners/previous': 'List the winners of earlier contests',
    'GET /api/annual-winners': 'List the winners of the years',
  },
  Quests: {
    'GET /api/quests': {
      summary: 'List quests with how far the team is',
      details:
        'Those that run, those to come, and those that ended in the last 30 days. Administrators get all with `all=true`.',
    },
    'POST /api/quests': 'Set the team a goal',
    'PUT /api/quests/:id': {
      summary: 'Change a quest',
      details: 'Omitted fields stay as they are. A quest that is done stays done.',
    },
    'DELETE /api/quests/:id': 'Delete a quest',
  },
  Members: {
    'GET /api/users': {
      summary: 'List members',
      details: 'With `page`, the answer is one page of a table.',
    },
    'GET /api/users/:id/card': 'Read the card of a member',
    'GET /api/users/:id/days': 'Read the calendar of a member',
    'PATCH /api/users/:id/role': 'Change the role of a member',
    'PATCH /api/users/:id/status': 'Disable or enable a member',
    'POST /api/admin/users/:id/revoke-sessions': 'Sign a member out everywhere',
    'GET /api/admin/emergency-admins': 'List the emergency administrators',
    'POST /api/admin/emergency-admins': 'Invite an emergency administrator',
  },
  Activity: {
    'GET /api/activities': 'List the activity of the team',
    'POST /api/activities/:id/applause': 'Applaud an activity',
    'DELETE /api/activities/:id/applause': 'Take your applause back',
    'GET /api/achievements': 'List the achievements',
    'GET /api/achievements/progress': 'List the achievements that you can still earn',
    'GET /api/achievements/user/:userId': 'List the achievements of a member',
  },
  Links: {
    'GET /api/links/mine': { summary: 'Read your trackable links', also: [404] },
    'GET /go/:trackingCode': {
      summary: 'Follow a trackable link',
      other: 'redirect',
      query: { p: 'The id of the post that the link was shared with' },
    },
  },
  Review: {
    'GET /api/review/counts': 'Count what waits for a review',
    'GET /api/review/shares': 'List shares to review',
    'GET /api/review/checks': 'List checks to decide',
    'POST /api/review/checks/:id/decision': 'Decide a check',
    'GET /api/review/appeals': 'List open appeals',
    'POST /api/review/appeals/:id/decision': 'Decide an appeal',
    'GET /api/review/reports': 'List all reports',
    'POST /api/review/reports/:id/take-back': 'Take a report back',
  },
  Administration: {
    'GET /api/admin/analytics': 'Read the figures of a period',
    'GET /api/admin/analytics/posts': 'Read the reach of the posts of a period',
    'GET /api/admin/analytics/surges': 'List the posts on which many members reported within minutes',
    'GET /api/admin/analytics/teams': 'Read the figures of the teams in a period',
    'GET /api/admin/audit': 'Read the audit log',
    'GET /api/admin/exports/:file': {
      summary: 'Download a file of figures',
      other: 'csv',
      query: { days: 'How many days back' },
      also: [400],
    },
    'GET /api/admin/setup': 'Read the set-up',
    'PUT /api/admin/setup': 'Change the set-up',
    'GET /api/admin/status': {
      summary: 'Read the status: database, jobs, backups, verification',
      details: 'Whatever only the database knows is null while it does not answer.',
    },
    'POST /api/admin/status/verify': {
      summary: 'Have the totals compared with the ledger',
      details: 'It is done soon. The answer is the verification before it.',
    },
    'POST /api/admin/status/dead-letters/:id/replay': 'Put a failed job back into its queue',
    'DELETE /api/admin/status/dead-letters/:id': 'Discard a failed job',
    'GET /api/admin/system': 'Read the state of the system',
  },
  Automation: {
    'GET /api/automation/settings': 'Read the automation settings',
    'POST /api/automation/settings': 'Change the automation settings',
    'POST /api/automation/rotate-secret': {
      summary: 'Make a new hook secret',
      details: 'The one before it is accepted for another 24 hours.',
    },
    'GET /api/socialpilot/setup': 'Read how to connect the scheduling tool',
    'POST /api/zapier/test': { summary: 'Send a test to the automation service', also: [502] },
    'GET /api/webhooks/deliveries': 'List deliveries',
    'POST /api/webhooks/deliveries/:id/replay': 'Repeat a delivery',
    'POST /api/webhooks/test-socialpilot': 'Make a post that only tests the connection',
  },
  'Outgoing webhooks': {
    'GET /api/admin/webhooks': 'List outgoing webhooks',
    'POST /api/admin/webhooks': {
      summary: 'Add an outgoing webhook',
      details: 'The answer is the only one that has the secret with which deliveries are signed.',
    },
    'PUT /api/admin/webhooks/:id': 'Change, pause or resume an outgoing webhook',
    'DELETE /api/admin/webhooks/:id': 'Delete an outgoing webhook',
    'POST /api/admin/webhooks/:id/test': { summary: 'Send a test to an outgoing webhook', also: [502] },
  },
  Backups: {
    'GET /api/admin/backups': 'Read when backups are written, and how the last one ended',
    'PUT /api/admin/backups': 'Switch the nightly backup on or off',
    'POST /api/admin/backups/run': 'Write a backup now',
  },
  'Incoming webhooks': {
    'POST /api/webhooks/socialpilot/new-post': { summary: 'Deliver a new post', also: [404] },
    'POST /api/webhooks/socialpilot/engagement-update': {
      summary: 'Deliver the engagement of a post',
      also: [404],
    },
    'POST /api/socialpilot/webhook': { summary: 'Deliver an event of the scheduling tool', also: [404] },
    'POST /api/zapier/trigger': { summary: 'Deliver what became of a share', also: [404] },
  },
  Slack: {
    'GET /api/slack/status': 'Read the state of the connection to Slack',
    'POST /api/slack/test-connection': { summary: 'Test the connection to Slack', also: [502] },
    'POST /api/slack/test-notification': { summary: 'Post a test message to the channel', also: [502] },
    'POST /api/slack/send-instructions': { summary: 'Post the instructions to the channel', also: [502] },
    'POST /api/slack/retry-failed': 'Send the failed messages again',
    'POST /api/slack/sync-users': 'Start the import of members from Slack',
    'POST /slack/events': {
      summary: 'Deliver an event of Slack',
      details: 'Only a call with the signature of Slack counts.',
      also: [401],
    },
    'POST /slack/interactivity': {
      summary: 'Deliver the press of a button or a filled-in dialog of Slack',
      details:
        'Only a call with the signature of Slack counts. A press is answered at the address that it names.',
      other: 'empty',
      also: [401],
    },
    'POST /slack/commands': {
      summary: 'Run a command that somebody typed in Slack',
      details:
        'Only a call with the signature of Slack counts. The answer is a message for whoever typed it.',
      other: 'empty',
      also: [401],
    },
    'POST /api/slack/events': {
      summary: 'Deliver an event of Slack, at the address of earlier versions',
      operationId: 'postEarlierSlackEvents',
      details: 'Only a call with the signature of Slack counts.',
      also: [401],
    },
    'POST /api/slack/interactivity': {
      summary: 'Deliver the press of a button in Slack, at the address of earlier versions',
      operationId: 'postEarlierSlackInteractivity',
      details: 'Only a call with the signature of Slack counts.',
      other: 'empty',
      also: [401],
    },
  },
  Service: {
    'GET /health/live': 'Ask whether the process runs',
    'GET /health/ready': 'Ask whether requests can be served',
    'GET /api/openapi.json': { summary: 'Read this description', other: 'description' },
  },
}
