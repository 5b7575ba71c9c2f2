import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { listUsers } from '#contract/users.ts'

/** Every member, by name. */
export function useUsers() {
  return useQuery<z.output<typeof listUsers.answer>>({ queryKey: [listUsers.path] })
}
