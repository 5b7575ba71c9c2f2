import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core'
import { ArrowLeft, Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { displayMessage } from '#web/api/client.ts'
import { Brand } from '#web/parts/frame/brand.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from './admin-login.module.css'
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
    <main className={classes.page}>
      <Brand />
      <section className={classes.card}>
        <UnstyledButton className={classes.back} onClick={() => navigate(paths.login)}>
          <ArrowLeft size={16} aria-hidden />
          Back to sign-in
        </UnstyledButton>
        <Page title="Emergency Admin Access" isPlain>
          <p className={classes.hint}>For administrators, when Slack sign-in is unavailable.</p>
          <EmergencyForm />
        </Page>
      </section>
    </main>
  )
}

function EmergencyForm() {
  const [, navigate] = useLocation()
  const signIn = useEmergencySignIn()
  const [email, setEmail] = useState('')
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
          navigate(paths.dashboard)
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

interface PasswordFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (password: string) => void
}

function PasswordField({ field, value, error, onChange }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      ref={field}
      label="Password"
      type={isShown ? 'text' : 'password'}
      name="password"
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </ActionIcon>
      }
    />
  )
}
