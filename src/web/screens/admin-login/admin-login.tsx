import '#web/ui/library-styles.ts'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { displayMessage } from '#web/api/client.ts'
import { takenWayBack } from '#web/app/way-back.ts'
import * as classes from '#web/parts/session/emergency-card.module.css'
import { EmergencyCard } from '#web/parts/session/emergency-card.tsx'
import { handedEmail } from '#web/parts/session/handed-email.ts'
import { PasswordField } from '#web/parts/session/password-field.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEmergencySignIn } from './emergency-sign-in.ts'

interface Failure {
  readonly title: string
  readonly text: string
}

const missing: Failure = { title: 'Missing information', text: 'Please enter both email and password.' }
const misshapen: Failure = { title: 'Invalid email', text: 'Please enter a valid email address' }

/** Sign-in with email and password, for administrators when the workplace chat is unavailable. */
export function AdminLogin() {
  const [, navigate] = useLocation()
  return (
    <EmergencyCard
      title="Emergency Admin Access"
      before={
        <UnstyledButton className={classes.back} onClick={() => navigate(paths.login)}>
          <ArrowLeft size={16} aria-hidden />
          Back to sign-in
        </UnstyledButton>
      }
      hint="For administrators, when Slack sign-in is unavailable."
    >
      <EmergencyForm />
    </EmergencyCard>
  )
}

function EmergencyForm() {
  const [, navigate] = useLocation()
  const signIn = useEmergencySignIn()
  const [email, setEmail] = useState(handedEmail)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const isMissing = failure === missing

  function fail(reason: Failure, field: RefObject<HTMLInputElement | null>) {
    setFailure(reason)
    toast({ title: reason.title, description: reason.text, kind: 'destructive' })
    field.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (signIn.isPending) return
    if (!email.trim() || !password) return fail(missing, email.trim() ? passwordField : emailField)
    if (emailField.current?.validity.typeMismatch) {
      setFailure(misshapen)
      return emailField.current?.focus()
    }
    setFailure(null)
    signIn.mutate(
      { email, password },
      {
        onSuccess: () => {
          toast({ title: 'Emergency Access Granted', kind: 'success' })
          navigate(takenWayBack())
        },
        onError: (error) => fail({ title: 'Access Denied', text: displayMessage(error) }, passwordField),
      },
    )
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {failure && failure !== misshapen && <FailureNote text={failure.text} />}
      <TextInput
        ref={emailField}
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        error={emailProblem(failure, email)}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        field={passwordField}
        value={password}
        error={isMissing && !password ? 'Enter your password.' : undefined}
        onChange={setPassword}
      />
      <Button type="submit" fullWidth loading={signIn.isPending}>
        Emergency Access
      </Button>
    </form>
  )
}

function emailProblem(failure: Failure | null, email: string): string | undefined {
  if (failure === misshapen) return misshapen.text
  return failure === missing && !email.trim() ? 'Enter your email.' : undefined
}
