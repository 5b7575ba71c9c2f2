import { Button } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { SocialAccount } from '#contract/social-accounts.ts'
import { safeUrl } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useRemoveSocialAccount } from '#web/api/social-accounts.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './social-accounts.module.css'

interface AccountRowProps {
  readonly account: SocialAccount
  /** Called when the row is removed while its button has the focus. */
  readonly onFocusLost: () => void
}

/** One social account of the member, with a Remove button. */
export function AccountRow({ account, onFocusLost }: AccountRowProps) {
  const { platform, handle } = account
  const { failure, isPending, remove } = useRemoval(account)
  const button = useRef<HTMLButtonElement>(null)
  const focusLost = useRef(onFocusLost)
  focusLost.current = onFocusLost
  useLayoutEffect(() => {
    const element = button.current
    // This runs just before the button leaves the page, the last moment at which its focus can be detected.
    return () => {
      if (document.activeElement === element) focusLost.current()
    }
  }, [])
  return (
    <>
      <div className={classes.what}>
        <p className={classes.platform}>{platformNames[platform]}</p>
        <Handle account={account} />
      </div>
      <Button
        ref={button}
        variant="default"
        size="xs"
        className={classes.remove}
        onClick={remove}
        aria-disabled={isPending || undefined}
      >
        {isPending ? 'Removing…' : 'Remove'}
        <span className="visually-hidden">
          {' '}
          {handle} on {platformNames[platform]}
        </span>
      </Button>
      {failure !== null && (
        <div className={classes.failure}>
          <FailureNote text={failure} />
        </div>
      )}
    </>
  )
}

function Handle({ account: { handle, platform, profileUrl } }: Pick<AccountRowProps, 'account'>) {
  const href = safeUrl(profileUrl)
  if (href === null) return <bdi className={classes.handle}>{handle}</bdi>
  return (
    <a className={classes.handle} href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{handle}</bdi>
      <ExternalLink className={classes.icon} size={14} aria-hidden />
      <span className="visually-hidden"> on {platformNames[platform]}, opens in a new tab</span>
    </a>
  )
}

function useRemoval({ id }: SocialAccount) {
  const { mutateAsync } = useRemoveSocialAccount()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Account not removed',
    fallback: 'Failed to remove account',
  })
  async function remove(): Promise<void> {
    const outcome = await attempt(() => mutateAsync({ id }))
    if (outcome === 'done') toast({ kind: 'success', title: 'Account removed' })
  }
  return { failure, isPending, remove: () => void remove() }
}
