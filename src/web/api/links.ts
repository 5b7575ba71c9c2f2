import { useQuery } from '@tanstack/react-query'
import { myLinks } from '#contract/links.ts'
import { read } from './read.ts'

/** The member's trackable links and their clicks. */
export function useOwnLinks() {
  return useQuery(read(myLinks))
}
