import { Button } from '@mantine/core'
import { Award, CircleAlert, Hash, Lock, RotateCw, Share2, Trophy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { signInErrorMessage, slackSignInPath } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { dropAuthToken } from '#web/api/auth-token.ts'
import { useKnownUserFailure, useSignedOutUser } from '#web/api/session.ts'
import { readUnsentReport } from '#web/app/unsent-report.ts'
import { rememberWayBack } from '#web/app/way-back.ts'
import { Brand } from '#web/parts/frame/brand.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toasts.ts'
import { BoardPicture } from './board-picture.tsx'
import classes from './login.module.css'

const blurbs = [
  { Icon: Trophy, title: 'Team Contests', text: 'A contest every month, and one board for the whole team.' },
  {
    Icon: Share2,
    title: 'Social Sharing',
    text: 'Like, comment on and share company posts, then report it with one press.',
  },
  { Icon: Award, title: 'Achievements', text: 'Keep a streak going and collect badges along the way.' },
] as const

/** The sign-in screen. Shown at its own address, and in place of any screen that needs a signed-in member. */
export function Login() {
  const errorMessage = useSignInError()
  return (
    <main className={classes.login}>
      <header className={classes.top}>
        <Brand />
        <ThemeToggle />
      </header>
      <div className={classes.columns}>
        <div className={classes.welcome}>
          <Page title="Sign in" heading={<span className={classes.heading}>Welcome to Ovation</span>} isPlain>
            <p className={classes.lead}>
              Back your company&rsquo;s posts, report what you did, and climb the team board together.
            </p>
          </Page>
        </div>
        <SignInCard errorMessage={errorMessage} />
        <div className={classes.features}>
          <BoardPicture />
          <ul className={classes.blurbs}>
            {blurbs.map(({ Icon, title, text }) => (
              <li key={title} className={classes.blurb}>
                <span className={classes.blurbIcon}>
                  <Icon size={20} aria-hidden />
                </span>
                <h2 className={classes.blurbTitle}>{title}</h2>
                <p className={classes.blurbText}>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </main>
  )
}

function SignInCard({ errorMessage }: { readonly errorMessage: string | null }) {
  const accountFailure = useKnownUserFailure()
  return (
    <section className={classes.card} aria-labelledby="sign-in">
      <h2 id="sign-in" className={classes.cardTitle}>
        Sign in
      </h2>
      <p className={classes.cardText}>Use the account you already have at work.</p>
      <SignedOutNote />
      {errorMessage !== null && <InlineError text={errorMessage} />}
      {accountFailure && (
        <InlineError text="Your account could not be checked.">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<RotateCw size={14} aria-hidden />}
            onClick={accountFailure.retry}
          >
            Retry
          </Button>
        </InlineError>
      )}
      <Button size="md" fullWidth leftSection={<Hash size={18} aria-hidden />} onClick={continueWithSlack}>
        Continue with Slack
      </Button>
      <p className={classes.note}>
        <Lock size={16} aria-hidden className={classes.noteIcon} />
        Only members of your team&rsquo;s Slack workspace can enter.
      </p>
      <ScreenLink href={paths.adminLogin} className={classes.emergency}>
        Emergency Admin Access
      </ScreenLink>
    </section>
  )
}

/** Tells somebody whose session ended while they were using the product what happened to their report. */
function SignedOutNote() {
  const user = useSignedOutUser()
  if (!user) return null
  const report = readUnsentReport(user.id)
  return (
    <p className={classes.signedOut} role="status">
      {report
        ? `Your session ended before your ${report.interactionType} was reported. Sign in again and send it with one press.`
        : 'Your session has ended. Sign in again to continue where you left off.'}
    </p>
  )
}

/** Leaves for the workplace chat's sign-in. A bearer token left from an emergency sign-in is removed first. */
function continueWithSlack(): void {
  dropAuthToken()
  rememberWayBack(window.location)
  window.location.assign(slackSignInPath)
}

function InlineError({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.error}>
      <CircleAlert size={18} aria-hidden className={classes.errorIcon} />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** The message for the error code in the address. It is shown once and the code is then removed from the address. */
function useSignInError(): string | null {
  const [, navigate] = useLocation()
  const [message] = useState(() => {
    const code = new URLSearchParams(window.location.search).get('error')
    return code === null ? null : signInErrorMessage(code)
  })
  useEffect(() => {
    if (message === null || !new URLSearchParams(window.location.search).has('error')) return
    navigate(paths.login, { replace: true })
    toast({ title: 'Sign-in Error', description: message, kind: 'destructive' })
  }, [message, navigate])
  return message
}
