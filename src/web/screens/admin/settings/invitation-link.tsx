import type { InvitationLink } from '#contract/invitations.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'

export interface MadeLink extends InvitationLink {
  readonly email: string
}

/** A link that was just made. It is shown here only, until the reader leaves the tab. */
export function InvitationLinkNote({ made: { email, link, expiresAt } }: { readonly made: MadeLink }) {
  return (
    <ShownOnce name={`Link for ${email}`} label="Link" text={link} what="the link" isFramed>
      Send this link to <b>{email}</b>. It works until{' '}
      <time dateTime={expiresAt}>{shortTime(expiresAt)}</time>, once. It is not shown again.
    </ShownOnce>
  )
}

/** `3:05 PM`, in the reader's time zone. */
function shortTime(instant: string): string {
  return new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}
