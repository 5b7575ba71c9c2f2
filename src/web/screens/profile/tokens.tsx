import { Button } from '@mantine/core'
import { KeyRound, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnToken } from '#contract/tokens.ts'
import { useEndToken, useOwnTokens } from '#web/api/tokens.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { toast } from '#web/ui/toasts.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TokenRow } from './token-row.tsx'
import * as classes from './tokens.module.css'

/** The member's access tokens. They make new ones and end each. */
export function Tokens() {
  const query = useOwnTokens()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<OwnToken | null>(null)
  const [isAsking, setAsking] = useState(false)
  const toHeading = () => heading.current?.focus()
  const ask = (token: OwnToken) => {
    setEnding(token)
    setAsking(true)
  }
  return (
    <Card
      title="Access tokens"
      titleRef={heading}
      aside={
        <Button
          variant="default"
          size="xs"
          aria-haspopup="dialog"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          New token
        </Button>
      }
    >
      <QueryState
        query={query}
        what="list of your access tokens"
        skeleton={<SkeletonRows count={2} hasAvatar={false} />}
      >
        {({ data }) => <TokenList tokens={data} onEnd={ask} onFocusLost={toHeading} />}
      </QueryState>
      <NewTokenDialog isOpen={isMaking} onClose={() => setMaking(false)} />
      {ending && (
        <EndQuestion token={ending} isOpen={isAsking} onClose={() => setAsking(false)} onEnded={toHeading} />
      )}
    </Card>
  )
}

interface TokenListProps {
  readonly tokens: readonly OwnToken[]
  readonly onEnd: (token: OwnToken) => void
  /** Called when a row is removed while it has the focus. */
  readonly onFocusLost: () => void
}

function TokenList({ tokens, onEnd, onFocusLost }: TokenListProps) {
  if (tokens.length === 0) {
    return (
      <EmptyState
        icon={KeyRound}
        title="No access tokens yet"
        text="With a token, a program of yours acts for you, without your sign-in."
      />
    )
  }
  return (
    <ul className={classes.list} aria-label="Your access tokens">
      {tokens.map((token) => (
        <li key={token.id} className={classes.row}>
          <TokenRow token={token} onEnd={() => onEnd(token)} onFocusLost={onFocusLost} />
        </li>
      ))}
    </ul>
  )
}

interface EndQuestionProps {
  readonly token: OwnToken
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called when the row of the token has gone, and with it the button that asked. */
  readonly onEnded: () => void
}

function EndQuestion({ token: { id, name, isExpired }, isOpen, onClose, onEnded }: EndQuestionProps) {
  const { mutateAsync } = useEndToken()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isExpired ? 'Remove access token' : 'End access token'}
      question={
        isExpired
          ? 'Are you sure you want to remove this token from the list?'
          : 'Are you sure you want to end this token? Programs that use it stop working at once.'
      }
      subject={name}
      confirm={isExpired ? 'Remove' : 'End token'}
      pending={isExpired ? 'Removing…' : 'Ending…'}
      words={{ title: 'Token not ended', fallback: 'Please try again later.' }}
      act={() => mutateAsync({ id })}
      onDone={() => {
        onClose()
        onEnded()
        toast({ kind: 'success', title: isExpired ? 'Token removed' : 'Token ended', description: name })
      }}
    />
  )
}
