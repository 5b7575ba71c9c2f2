import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { ApiError, displayMessage } from '#web/api/client.ts'
import { EmergencyCard } from '#web/parts/session/emergency-card.tsx'
import { handEmail } from '#web/parts/session/handed-email.ts'
import { LoadFailure, Loading, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { PasswordForm } from './password-form.tsx'
import { useInvitation, useLinkSecret } from './use-invitation.ts'

const incomplete = 'This link is not complete. Open the whole link that you were sent.'

/** Where somebody with a link chooses the password for the emergency sign-in. */
export function AdminInvitation() {
  const secret = useLinkSecret()
  // A link is one person's business from beginning to end.
  return <Steps key={secret} secret={secret} />
}

function Steps({ secret }: { readonly secret: string }) {
  const [done, setDone] = useState<string | null>(null)
  const [isOver, setOver] = useState<string | null>(null)
  const { data, error, refetch } = useInvitation(secret)
  const refusal = isOver ?? (secret === '' ? incomplete : refusalIn(error))
  if (done !== null) return <Done email={done} />
  if (refusal !== null) return <Over text={refusal} />
  return (
    <EmergencyCard
      title="Set your password"
      hint="With it you sign in as an emergency administrator when Slack is unavailable."
    >
      {data ? (
        <PasswordForm secret={secret} email={data.data.email} onDone={setDone} onOver={setOver} />
      ) : error ? (
        <LoadFailure text={displayMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading what="invitation">
          <SkeletonRows count={2} hasAvatar={false} />
        </Loading>
      )}
    </EmergencyCard>
  )
}

/** What the server says of a link that does not work; null for a failure that a retry may cure. */
function refusalIn(error: unknown): string | null {
  return error instanceof ApiError && [400, 410].includes(error.status) ? displayMessage(error) : null
}

function Over({ text }: { readonly text: string }) {
  return (
    <EmergencyCard title="Link not valid" hint={text}>
      <Button component={ScreenLink} href={paths.login} variant="default" fullWidth>
        Go to sign-in
      </Button>
    </EmergencyCard>
  )
}

function Done({ email }: { readonly email: string }) {
  const [, navigate] = useLocation()
  return (
    <EmergencyCard
      title="Password set"
      hint={
        <>
          You can now use the emergency sign-in as <b>{email}</b>.
        </>
      }
    >
      <Button
        fullWidth
        // The used link leaves the browser's history.
        onClick={() => navigate(paths.adminLogin, { replace: true, state: handEmail(email) })}
      >
        Go to the emergency sign-in
      </Button>
    </EmergencyCard>
  )
}
