import '#web/ui/library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReportedPost } from '#contract/review.ts'
import { tableSearchLimit } from '#contract/tables.ts'
import { dayProblems, firstDay, lastDay } from '#web/ui/day-range.ts'
import * as classes from './report-filters.module.css'

export interface ReportFilters {
  /** Part of a member's name. */
  readonly search: string
  /** First and last workspace day, `YYYY-MM-DD`; empty for any. */
  readonly from: string
  readonly to: string
  readonly post: ReportedPost | null
}

export const noFilters: ReportFilters = { search: '', from: '', to: '', post: null }

interface ReportFilterBarProps {
  readonly filters: ReportFilters
  readonly onChange: (filters: ReportFilters) => void
  /** How many are listed; empty until known. */
  readonly count: string
}

/** Narrows the reports down to a member, days and a post. */
export function ReportFilterBar({ filters, onChange, count }: ReportFilterBarProps) {
  const first = useRef<HTMLInputElement>(null)
  const problems = dayProblems(filters)
  const set =
    (field: 'search' | 'from' | 'to') => (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(narrowed({ ...filters, [field]: event.currentTarget.value }))
  // What is pressed is about to disappear, so the focus moves first.
  const widen = (wider: ReportFilters) => {
    first.current?.focus()
    onChange(narrowed(wider))
  }
  const { search, from, to, post } = filters
  return (
    <search className={classes.filters} aria-label="Report filters">
      <TextInput
        ref={first}
        label="Member"
        type="search"
        placeholder="Part of a name"
        value={search}
        maxLength={tableSearchLimit}
        onChange={set('search')}
        autoComplete="off"
      />
      <TextInput
        label="From"
        type="date"
        min={firstDay}
        max={lastDay}
        value={from}
        error={problems.from}
        onChange={set('from')}
      />
      <TextInput
        label="To"
        type="date"
        min={firstDay}
        max={lastDay}
        value={to}
        error={problems.to}
        onChange={set('to')}
      />
      <div className={classes.foot}>
        {post && (
          <Button
            variant="default"
            size="xs"
            className={classes.post}
            aria-label={`Reports on all posts, not only on this one by ${post.authorName}`}
            rightSection={<X size={14} aria-hidden />}
            onClick={() => widen({ ...filters, post: null })}
          >
            Only: {post.content || post.authorName}
          </Button>
        )}
        {filters !== noFilters && (
          <Button variant="subtle" size="xs" onClick={() => widen(noFilters)}>
            Clear filters
          </Button>
        )}
        <p className={classes.count} role="status">
          {count}
        </p>
      </div>
    </search>
  )
}

function narrowed(filters: ReportFilters): ReportFilters {
  const { search, from, to, post } = filters
  return search === '' && from === '' && to === '' && post === null ? noFilters : filters
}
