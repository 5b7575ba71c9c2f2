import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AnalyticsPeriod,
  type ExportFile,
  exportPath,
  getAnalytics,
  listPostReach,
  type PostReachSort,
} from '#contract/analytics.ts'
import { pathTo } from '#contract/endpoint.ts'
import { read } from './read.ts'

/** The programme's figures for a period, read again on every visit. */
export function useAnalytics(days: AnalyticsPeriod) {
  return useQuery({
    ...read(getAnalytics, { query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

interface ReachWanted {
  readonly days: AnalyticsPeriod
  readonly page: number
  readonly sort: PostReachSort
  readonly direction: 'asc' | 'desc'
}

/** A page of the posts of a period with what they reached. The previous page stays while another loads. */
export function usePostReach(query: ReachWanted) {
  return useQuery({ ...read(listPostReach, { query }), staleTime: 0, placeholderData: keepPreviousData })
}

/** Where a file for a spreadsheet is downloaded, with the period for one that has it. */
export function fileAddress(file: ExportFile, days?: AnalyticsPeriod): string {
  const address = pathTo(exportPath, { file })
  return days === undefined ? address : `${address}?days=${days}`
}
