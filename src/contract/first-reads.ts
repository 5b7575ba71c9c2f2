import { getCurrentContest } from './contests.ts'
import { myInteractions } from './interactions.ts'
import { getLeaderboard, getMyRank } from './leaderboard.ts'
import { paths } from './paths.ts'
import { listPointsConfigurations } from './points.ts'
import { countPosts, listPosts } from './posts.ts'

/** The first requests of each screen, by the screen's address. None of them needs to know anything about the caller. */
export const firstReads: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: [
    getCurrentContest.path,
    getLeaderboard.path,
    getMyRank.path,
    listPointsConfigurations.path,
    listPosts.path,
    countPosts.path,
    myInteractions.path,
  ],
  [paths.socialFeed]: [listPosts.path, countPosts.path, myInteractions.path],
}
