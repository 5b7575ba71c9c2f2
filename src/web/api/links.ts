import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { myLinks } from '#contract/links.ts'

/** The member's own trackable links, and what came of them. */
export function useOwnLinks() {
  return useQuery<z.output<typeof myLinks.answer>>({ queryKey: [myLinks.path] })
}
