import { listAchievements, listEarnedAchievements, listProgress } from './achievements.ts'
import { listActivities } from './activities.ts'
import { getAnalytics, listPostReach, listTeamFigures } from './analytics.ts'
import { listOwnAppeals } from './appeals.ts'
import { listAudit } from './audit.ts'
import { getAutomationSettings } from './automation.ts'
import { getBackups } from './backups.ts'
import { listBell } from './bell.ts'
import { getBoardSettings } from './board-settings.ts'
import { listOwnChecks } from './checks.ts'
import {
  getContest,
  getCurrentContest,
  getRace,
  getTeamStandings,
  listAnnualWinners,
  listContestBuilds,
  listContests,
  listMonthlyContests,
  listPreviousWinners,
} from './contests.ts'
import { listDeliveries } from './deliveries.ts'
import type { Endpoint } from './endpoint.ts'
import { getHonesty } from './honesty.ts'
import { myInteractions, recentInteractions, recentInteractionsOf } from './interactions.ts'
import { listEmergencyAdmins } from './invitations.ts'
import {
  getAround,
  getLeaderboard,
  getMovement,
  getMyRank,
  getMyStanding,
  getNewcomers,
  getStandings,
  getStandingsAround,
  getStreakLeaders,
} from './leaderboard.ts'
import { listLedgerOf, listOwnLedger } from './ledger.ts'
import { myLinks } from './links.ts'
import { getMemberCard, listMemberDays } from './members.ts'
import { listPointsConfigurations } from './points.ts'
import { countPosts, listPosts } from './posts.ts'
import { listQuests } from './quests.ts'
import {
  getReviewCounts,
  listReviewAppeals,
  listReviewChecks,
  listReviewReports,
  listReviewShares,
} from './review.ts'
import { listOwnSessions } from './sessions.ts'
import { getSetup } from './setup.ts'
import { listShares } from './shares.ts'
import { getSlackStatus } from './slack.ts'
import { listSocialAccounts } from './social-accounts.ts'
import { getSocialpilotSetup } from './socialpilot.ts'
import { getStatus } from './status.ts'
import { getOwnStreak, getStreakRules } from './streaks.ts'
import { getTeam, getTeamBoard, listTeams } from './teams.ts'
import { getToday } from './today.ts'
import { listOwnTokens } from './tokens.ts'
import { getCurrentUser, listUsers } from './users.ts'
import { listWebhooks } from './webhooks.ts'

/** The boards, the contests, cards of members and the figures of the admin panel, which show both points and people. */
const pointsOfPeople = [
  getCurrentUser,
  listUsers,
  getMemberCard,
  listBell,
  getAnalytics,
  listPostReach,
  listTeamFigures,
  getLeaderboard,
  getMyRank,
  getAround,
  getNewcomers,
  getMovement,
  getTeamBoard,
  getTeam,
  getCurrentContest,
  getContest,
  getStandings,
  getMyStanding,
  getStandingsAround,
  getRace,
  getTeamStandings,
] as const

/**
 * What can change, and the endpoints that show it. When a commit names a topic, the caches of the server and the
 * browsers drop the answers of its endpoints.
 */
export const topics = {
  posts: [listPosts, countPosts, myLinks, getAnalytics, listPostReach, getToday, getSetup],
  /** The names and pictures of the authors of posts. */
  authors: [recentInteractions, recentInteractionsOf, listActivities],
  rules: [listPointsConfigurations, listPosts, getToday],
  /** What achievements earn. */
  rewards: [listAchievements],
  /** Members' points and counts, on the team board and in contests. */
  totals: [...pointsOfPeople, listMemberDays],
  /** Where members stood when the day began. */
  marks: [getMovement],
  streaks: [getStreakLeaders, getCurrentUser, getMemberCard, getOwnStreak],
  /** What keeps streaks. */
  streakRules: [getStreakRules, getOwnStreak],
  activities: [listActivities, listBell],
  contests: [
    listContests,
    listMonthlyContests,
    getCurrentContest,
    getContest,
    getStandings,
    getMyStanding,
    getStandingsAround,
    getRace,
    getTeamStandings,
    listContestBuilds,
    listPreviousWinners,
    listAnnualWinners,
    getMemberCard,
    listBell,
    getSetup,
  ],
  /** Quests, and that one is done. Windows in which one runs read it again with the activities, after each report. */
  quests: [listQuests],
  /** Who the members are: names, pictures, addresses and roles. */
  members: [
    ...pointsOfPeople,
    listEmergencyAdmins,
    getStreakLeaders,
    listActivities,
    listPosts,
    listPreviousWinners,
    listAnnualWinners,
    getSetup,
    getBoardSettings,
    listTeams,
  ],
  /** Teams and who is in them. */
  teams: [
    listTeams,
    getTeamBoard,
    getTeam,
    getTeamStandings,
    listPreviousWinners,
    getCurrentUser,
    listUsers,
    getMemberCard,
    listOwnLedger,
    listLedgerOf,
    getAnalytics,
    listTeamFigures,
  ],
  /** What a member enters about themselves, where only they and administrators see it. */
  account: [getCurrentUser, listUsers, getOwnStreak],
  reports: [
    listPosts,
    countPosts,
    recentInteractions,
    recentInteractionsOf,
    myInteractions,
    getOwnStreak,
    listProgress,
    listOwnLedger,
    listLedgerOf,
    getAnalytics,
    getToday,
    listQuests,
  ],
  achievements: [listEarnedAchievements, listProgress, listOwnLedger, listLedgerOf, listBell, getToday],
  shares: [listShares, listOwnLedger, listLedgerOf, listBell, getAnalytics, getToday],
  links: [myLinks, listOwnLedger, listLedgerOf, getToday],
  /** Open questions about own reports. */
  checks: [listOwnChecks, getToday, listBell],
  appeals: [listOwnAppeals, listOwnLedger, listLedgerOf, listBell],
  /** Corrections by administrators. */
  adjustments: [listOwnLedger, listLedgerOf, listBell],
  /** What waits for reviewers, and what they look at. */
  review: [getReviewCounts, listReviewShares, listReviewChecks, listReviewAppeals, listReviewReports],
  /** Caps, limits and checks. */
  honesty: [getHonesty, myInteractions],
  socialAccounts: [listSocialAccounts],
  /** Where a member is signed in. */
  sessions: [listOwnSessions],
  /** The access tokens of a member. */
  tokens: [listOwnTokens],
  automation: [getAutomationSettings, getSocialpilotSetup],
  deliveries: [listDeliveries, listWebhooks],
  webhooks: [listWebhooks],
  chat: [getSlackStatus, getSetup],
  /** The card of the first hour. */
  setup: [getSetup],
  backups: [getBackups, getStatus],
  /** Jobs that failed for good, and the last verification. */
  status: [getStatus],
  audit: [listAudit],
} as const satisfies Readonly<Record<string, readonly Endpoint[]>>

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

/** Topics of which each member has their own part. Only the members whose part changed are notified. */
export const ownTopics: readonly Topic[] = [
  'account',
  'reports',
  'achievements',
  'shares',
  'links',
  'checks',
  'appeals',
  'adjustments',
  'socialAccounts',
  'sessions',
  'tokens',
]

/**
 * Topics whose changes open windows show within a second, whatever else arrives: rare changes by administrators. No
 * report touches them, and no member's own topic is among them.
 */
export const urgentTopics: readonly Topic[] = ['contests']

/** Topics that are pushed to open windows. The others show in the admin panel only. */
export const liveTopics: readonly Topic[] = [
  'posts',
  'authors',
  'rules',
  'rewards',
  'totals',
  'marks',
  'streaks',
  'streakRules',
  'activities',
  'contests',
  'quests',
  'members',
  'teams',
  'review',
  'honesty',
  'chat',
  'setup',
  ...ownTopics,
]

/** The topics under which an endpoint is listed. */
export function topicsOf({ path, method }: Pick<Endpoint, 'path' | 'method'>): Topic[] {
  return topicNames.filter((name) =>
    topics[name].some((shown) => shown.path === path && shown.method === method),
  )
}
