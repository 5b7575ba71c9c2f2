import { Button } from '@mantine/core'
import { ShieldX } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { rememberWayBack } from '#web/app/way-back.ts'
import { Page } from '#web/ui/page.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './access-denied.module.css'
import { Frame } from './frame.tsx'

interface AccessDeniedProps {
  /** Whether somebody is signed in. Nobody else sees the bar, and only they need no way to the sign-in. */
  readonly isSignedIn: boolean
  /** What is not open to the visitor, as in "the admin panel". */
  readonly what: string
}

/** Tells visitors that a screen is not for them. Signed-in members see it below the bar. */
export function AccessDenied(props: AccessDeniedProps) {
  if (props.isSignedIn) {
    return (
      <Frame>
        <Card {...props} />
      </Frame>
    )
  }
  return (
    <main className={classes.alone}>
      <Card {...props} />
    </main>
  )
}

function Card({ isSignedIn, what }: AccessDeniedProps) {
  return (
    <div className={classes.card}>
      <ShieldX size={32} className={classes.icon} aria-hidden />
      <Page title="Access Denied" isPlain>
        <p>You don&apos;t have permission to access {what}.</p>
        <p className={classes.hint}>Please contact an administrator if you believe this is an error.</p>
        <div className={classes.ways}>
          {!isSignedIn && (
            <Button
              component={ScreenLink}
              href={paths.login}
              onClick={() => rememberWayBack(window.location)}
            >
              Sign in
            </Button>
          )}
          <Button component={ScreenLink} href={paths.dashboard} variant={isSignedIn ? 'filled' : 'default'}>
            Return to Dashboard
          </Button>
        </div>
      </Page>
    </div>
  )
}
