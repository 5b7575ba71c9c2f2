import { Button } from '@mantine/core'
import { CircleAlert, Flame, Lock, Repeat2, RotateCw, Trophy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { signInErrorMessage, slackSignInPath } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { dropAuthToken } from '#web/api/auth-token.ts'
import { useKnownUserFailure, useSignedOutUser } from '#web/api/session.ts'
import { readUnsentReport } from '#web/app/unsent-report.ts'
import { rememberWayBack } from '#web/app/way-back.ts'
import { Brand } from '#web/parts/frame/brand.tsx'
import { SlackMark } from '#web/parts/session/slack-mark.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { toast } from '#web/ui/toasts.ts'
import { BoardPicture } from './board-picture.tsx'
import * as classes from './login.module.css'

const blurbs = [
  {
    Icon: Trophy,
    kind: 'contest',
    title: 'Team Contests',
    text: 'A new prize every month, and a board that moves as you watch.',
  },
  {
    Icon: Repeat2,
    kind: 'share',
    title: 'Social Sharing',
    text: 'Like, comment or share on the network, tick it here. Honor system.',
  },
  {
    Icon: Flame,
    kind: 'streak',
    title: 'Achievements',
    text: 'Badges and streaks, for a minute a day.',
  },
] as const

/** The sign-in screen. Shown at its own address, and in place of any screen that needs a signed-in member. */
export function Login() {
  const errorMessage = useSignInError()
  return (
    <div className={classes.login}>
      <main className={classes.form}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <div className={classes.middle}>
          <p className={classes.over}>Your team&rsquo;s scoreboard</p>
          <Page title="Sign in" heading={<span className={classes.heading}>Welcome to Ovation</span>} isPlain>
            <p className={classes.lead}>
              Back the company&rsquo;s posts, collect points, and see who is ahead this month.
            </p>
            <SignIn errorMessage={errorMessage} />
            <ul className={classes.blurbs}>
              {blurbs.map(({ Icon, kind, title, text }) => (
                <li key={title} className={classes.blurb}>
                  <span className={classes.blurbIcon} data-kind={kind}>
                    <Icon size={20} aria-hidden />
                  </span>
                  <div>
                    <h2 className={classes.blurbTitle}>{title}</h2>
                    <p className={classes.blurbText}>{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </Page>
        </div>
        <ScreenLink
          href={paths.adminLogin}
          className={classes.emergency}
          onClick={() => rememberWayBack(window.location)}
        >
          Emergency Admin Access
        </ScreenLink>
      </main>
      <BoardPicture />
    </div>
  )
}

function SignIn({ errorMessage }: { readonly errorMessage: string | null }) {
  const accountFailure = useKnownUserFailure()
  return (
    <section className={classes.signIn} aria-label="Sign in">
      <SignedOutNote />
      {errorMessage !== null && <InlineError text={errorMessage} />}
      {accountFailure && (
        <InlineError text="Your account could not be checked.">
          <Button
            variant="default"
            size="xs"
            leftSection={<RotateCw size={14} aria-hidden />}
            onClick={accountFailure.retry}
          >
            Retry
          </Button>
        </InlineError>
      )}
      <Button
        fullWidth
        className={classes.slack}
        leftSection={
          <span className={classes.mark}>
            <SlackMark size={19} />
          </span>
        }
        onClick={continueWithSlack}
      >
        Continue with Slack
      </Button>
      <p className={classes.note}>
        <Lock size={14} aria-hidden className={classes.noteIcon} />
        Only members of your team&rsquo;s Slack workspace can enter.
      </p>
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
