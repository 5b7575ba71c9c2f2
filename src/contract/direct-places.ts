import type { DirectPlace } from '#domain/direct-words.ts'
import { paths } from './paths.ts'

/** The page that a message leads to, with the words of its link. */
export const directPlaces: Readonly<Record<DirectPlace, { readonly path: string; readonly label: string }>> =
  {
    feed: { path: paths.socialFeed, label: 'Open the social feed' },
    board: { path: paths.leaderboard, label: 'See the leaderboard' },
    contest: { path: paths.monthlyContest, label: 'See the contest' },
    achievements: { path: `${paths.profile}?tab=achievements`, label: 'See your achievements' },
    review: { path: paths.review, label: 'Open the review page' },
    points: { path: `${paths.profile}?tab=points`, label: 'See your points' },
  }

/** Where a member chooses which messages to get. */
export const notificationSettingsPath = `${paths.profile}#notification-settings`
