import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mostReportedPosts, myInteractions } from '#contract/interactions.ts'
import type { FeedPost } from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import { call } from './client.ts'
import { byKey, type OwnReports, reportedQuery } from './interactions.ts'

type ShownPost = Pick<FeedPost, 'id' | 'originalPostDate'>

const noPosts: readonly ShownPost[] = []

/**
 * The member's live reports, those on the given posts among them. The latest come with the first answer. Older ones are
 * asked for by post, which only members with very many reports need.
 */
export function useReportedOn(posts: readonly ShownPost[] = noPosts) {
  const latest = useQuery(reportedQuery)
  const ids = olderPosts(latest.data, posts)
  const older = useQuery({ ...olderQuery(ids), enabled: ids.length > 0, placeholderData: keepPreviousData })
  const data = useMemo(
    () => latest.data && byKey((older.data?.data ?? []).concat(latest.data.data)),
    [latest.data, older.data],
  )
  const isError = latest.isError || older.isError
  const isKnown = isError || ids.length === 0 || older.data !== undefined
  return { data: isKnown ? data : undefined, isError }
}

/** A post that is newer than the oldest report in the answer has no report that is older. */
function olderPosts(latest: OwnReports | undefined, posts: readonly ShownPost[]): PostId[] {
  if (!latest || latest.isComplete) return []
  const oldest = latest.data.at(-1)?.reportedAt ?? ''
  return posts.filter(({ originalPostDate }) => originalPostDate < oldest).map(({ id }) => id)
}

/** The reports on posts, asked for in portions, as one answer. */
function olderQuery(ids: readonly PostId[]) {
  return queryOptions({
    queryKey: [myInteractions.path, ids],
    queryFn: async ({ signal }): Promise<OwnReports> => {
      const starts = [...ids.keys()].filter((nth) => nth % mostReportedPosts === 0)
      const answers = await Promise.all(
        starts.map((nth) => {
          const posts = ids.slice(nth, nth + mostReportedPosts).join(',')
          return call(myInteractions, { query: { posts }, signal })
        }),
      )
      const [first] = answers
      if (!first) throw new Error('There are no posts to ask for')
      return { ...first, data: answers.flatMap(({ data }) => data) }
    },
  })
}
