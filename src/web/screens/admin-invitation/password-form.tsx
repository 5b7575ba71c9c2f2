import '#web/ui/library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { fewestPasswordCharacters, mostPasswordCharacters, passwordFault } from '#domain/passwords.ts'
import { ApiError, displayMessage } from '#web/api/client.ts'
import * as classes from '#web/parts/session/emergency-card.module.css'
import { PasswordField } from '#web/parts/session/password-field.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useAcceptInvitation } from './use-invitation.ts'

const rules = `${fewestPasswordCharacters} to ${mostPasswordCharacters} characters. A sentence is easy to remember.`

interface PasswordFormProps {
  readonly secret: string
  readonly email: string
  readonly onDone: (email: string) => void
  /** Called with the reason when the link turns out not to work any more. */
  readonly onOver: (text: string) => void
}

/** The fields of somebody who accepts an invitation. The address is there for the browser's password manager too. */
export function PasswordForm({ secret, email, onDone, onOver }: PasswordFormProps) {
  const accept = useAcceptInvitation(secret)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function refuse(text: string) {
    setProblem(text)
    field.current?.focus()
  }

  function fail(error: Error) {
    if (!(error instanceof ApiError)) return setFailure(displayMessage(error))
    if (error.status === 410) return onOver(displayMessage(error))
    const issue = error.issues.find(({ path }) => path === 'password')
    if (issue) refuse(issue.message)
    else setFailure(displayMessage(error))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (accept.isPending) return
    setFailure(null)
    setProblem(undefined)
    if (password === '') return refuse('Password is required')
    const fault = passwordFault(password, { email })
    if (fault) return refuse(`The password ${fault}`)
    accept.mutate(password, {
      onSuccess: ({ data }) => {
        toast({ kind: 'success', title: 'Password set' })
        onDone(data.email)
      },
      onError: fail,
    })
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {failure !== null && <FailureNote text={failure} />}
      <TextInput label="Email" type="email" name="email" autoComplete="username" readOnly value={email} />
      <PasswordField field={field} value={password} error={problem} onChange={setPassword} rules={rules} />
      <Button type="submit" fullWidth loading={accept.isPending}>
        Set password
      </Button>
    </form>
  )
}
