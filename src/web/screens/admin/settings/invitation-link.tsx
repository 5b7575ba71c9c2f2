import { useEffect, useRef } from 'react'
import type { InvitationLink } from '#contract/invitations.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import classes from './emergency-admins.module.css'

export interface MadeLink extends InvitationLink {
  readonly email: string
}

/** A link that was just made. It is shown here only, until the reader leaves the tab. */
export function InvitationLinkNote({ made: { email, link, expiresAt } }: { readonly made: MadeLink }) {
  const copying = useCopy(link)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what belongs to one link, not fields of a form
    <div ref={note} className={classes.made} role="group" aria-label={`Link for ${email}`} tabIndex={-1}>
      <p>
        Send this link to <b>{email}</b>. It works until{' '}
        <time dateTime={expiresAt}>{shortTime(expiresAt)}</time>, once. It is not shown again.
      </p>
      <div className={classes.link}>
        <CopyField label="Link" text={link} copying={copying} />
        <CopyButton copying={copying} what="the link" />
      </div>
    </div>
  )
}

/** `3:05 PM`, in the reader's time zone. */
function shortTime(instant: string): string {
  return new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}
