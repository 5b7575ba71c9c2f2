import { getCurrentContest, listPreviousWinners } from './contests.ts'
import { myInteractions } from './interactions.ts'
import { getAround, getLeaderboard } from './leaderboard.ts'
import { paths } from './paths.ts'
import { countPosts, listPosts } from './posts.ts'
import { getToday } from './today.ts'

/** The first requests of each screen, by the screen's address. None of them needs to know anything about the caller. */
export const firstReads: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: [
    getAround.path,
    getCurrentContest.path,
    getLeaderboard.path,
    `${listPosts.path}?open=true`,
    countPosts.path,
    myInteractions.path,
    getToday.path,
    listPreviousWinners.path,
  ],
  [paths.socialFeed]: [listPosts.path, countPosts.path, myInteractions.path, getToday.path],
}
