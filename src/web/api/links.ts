import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import { myLinks } from '#contract/links.ts'

/** The member's own trackable links, and what came of them. */
export function useOwnLinks() {
  return useQuery<AnswerOf<typeof myLinks>>({ queryKey: [myLinks.path] })
}
