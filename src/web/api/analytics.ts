import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AnalyticsPeriod,
  type ExportFile,
  exportPath,
  getAnalytics,
  listPostReach,
  listSurges,
  listTeamFigures,
  type PostReachSort,
} from '#contract/analytics.ts'
import { pathTo } from '#contract/endpoint.ts'
import type { TeamFigureSort } from '#domain/team-figures.ts'
import { read } from './read.ts'

/** The programme's figures for a period, read again on every visit. */
export function useAnalytics(days: AnalyticsPeriod) {
  return useQuery({
    ...read(getAnalytics, { query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

interface PageWanted<Sort> {
  readonly days: AnalyticsPeriod
  readonly page: number
  readonly sort: Sort
  readonly direction: 'asc' | 'desc'
}

/** A page of the posts of a period with what they reached. The previous page stays while another loads. */
export function usePostReach(query: PageWanted<PostReachSort>) {
  return useQuery({ ...read(listPostReach, { query }), staleTime: 0, placeholderData: keepPreviousData })
}

/** The posts of a period on which many members reported within minutes. */
export function useSurges(days: AnalyticsPeriod) {
  return useQuery({
    ...read(listSurges, { query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** A page of the teams in a period. The previous page stays while another loads. */
export function useTeamFigures(query: PageWanted<TeamFigureSort>) {
  return useQuery({ ...read(listTeamFigures, { query }), staleTime: 0, placeholderData: keepPreviousData })
}

/** Where a file for a spreadsheet is downloaded, with the period for one that has it. */
export function fileAddress(file: ExportFile, days?: AnalyticsPeriod): string {
  const address = pathTo(exportPath, { file })
  return days === undefined ? address : `${address}?days=${days}`
}
