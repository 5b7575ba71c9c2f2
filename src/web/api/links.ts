import { useQuery } from '@tanstack/react-query'
import { myLinks } from '#contract/links.ts'
import { read } from './read.ts'

/** The member's own trackable links, and what came of them. */
export function useOwnLinks() {
  return useQuery(read(myLinks))
}
