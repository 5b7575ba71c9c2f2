import { AtSign } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SocialAccount } from '#contract/social-accounts.ts'
import type { UserId } from '#domain/ids.ts'
import { useSocialAccounts } from '#web/api/social-accounts.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { AccountForm } from './account-form.tsx'
import { AccountRow } from './account-row.tsx'
import * as classes from './social-accounts.module.css'

/** The member's accounts on the social platforms. */
export function SocialAccounts({ memberId }: { readonly memberId: UserId }) {
  const query = useSocialAccounts(memberId)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card title="Social accounts" titleRef={heading}>
      <QueryState
        query={query}
        what="social accounts"
        skeleton={<SkeletonRows count={2} hasAvatar={false} />}
      >
        {({ data }) => <AccountList accounts={data} onEmptied={() => heading.current?.focus()} />}
      </QueryState>
      <AccountForm />
    </Card>
  )
}

interface AccountListProps {
  readonly accounts: readonly SocialAccount[]
  /** Called when the last row is removed while it has the focus. */
  readonly onEmptied: () => void
}

function AccountList({ accounts, onEmptied }: AccountListProps) {
  const list = useRef<HTMLUListElement>(null)
  // The list position of a row that was removed while it had the focus.
  const lost = useRef<number | null>(null)
  const emptied = useRef(onEmptied)
  emptied.current = onEmptied
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row goes when the list has changed
  useEffect(() => {
    const place = lost.current
    if (place === null) return
    lost.current = null
    const rows = list.current?.querySelectorAll('li') ?? []
    const next = rows[Math.min(place, rows.length - 1)]
    if (next) next.focus()
    else emptied.current()
  }, [accounts])

  if (accounts.length === 0) {
    return (
      <EmptyState
        icon={AtSign}
        title="No social accounts yet"
        text="Add the accounts that you like, comment and share with."
      />
    )
  }
  return (
    <ul ref={list} className={classes.list} aria-label="Your social accounts">
      {accounts.map((account, place) => (
        <li key={account.id} className={classes.row} tabIndex={-1}>
          <AccountRow
            account={account}
            onFocusLost={() => {
              lost.current = place
            }}
          />
        </li>
      ))}
    </ul>
  )
}
