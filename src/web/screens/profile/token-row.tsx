import { Button } from '@mantine/core'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { OwnToken } from '#contract/tokens.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import { scopeNames } from './token-words.ts'
import * as classes from './tokens.module.css'

interface TokenRowProps {
  readonly token: OwnToken
  readonly onEnd: () => void
  /** Called when the row is removed while its button has the focus. */
  readonly onFocusLost: () => void
}

/** One access token: what it may do, its days and its last use, with a button that ends it. */
export function TokenRow({ token, onEnd, onFocusLost }: TokenRowProps) {
  const { name, scopes, createdAt, expiresAt, lastUsedAt, isExpired } = token
  const button = useRef<HTMLDivElement>(null)
  useFocusLost(button, onFocusLost)
  return (
    <>
      <div className={classes.what}>
        <p className={classes.name}>
          {name} {isExpired && <StatusBadge tone="off">Expired</StatusBadge>}
        </p>
        <p className={classes.facts}>
          <span>{scopes.map((scope) => scopeNames[scope]).join(', ')}</span>{' '}
          <span>{lastUsedAt === null ? 'Never used' : <LastUse instant={lastUsedAt} />}</span>{' '}
          <span>
            Made: <time dateTime={createdAt}>{shortDate(createdAt)}</time>
          </span>{' '}
          <span>
            {isExpired ? 'Ended' : 'Ends'}: <time dateTime={expiresAt}>{shortDate(expiresAt)}</time>
          </span>
        </p>
      </div>
      <div ref={button}>
        <Button
          variant="default"
          size="xs"
          aria-haspopup="dialog"
          leftSection={<X size={14} aria-hidden />}
          onClick={onEnd}
        >
          {isExpired ? 'Remove' : 'End'}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </>
  )
}

function LastUse({ instant }: { readonly instant: string }) {
  return (
    <>
      Last used: <RelativeTime instant={instant} />
    </>
  )
}
