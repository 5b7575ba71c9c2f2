import { Button } from '@mantine/core'
import { ShieldX } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { Page } from '#web/ui/page.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './access-denied.module.css'
import { Frame } from './frame.tsx'

interface AccessDeniedProps {
  readonly hasFrame: boolean
  /** What is not open to the visitor, as in "the admin panel". */
  readonly what: string
}

/** Tells visitors that a screen is not for them. Signed-in members see it below the bar. */
export function AccessDenied({ hasFrame, what }: AccessDeniedProps) {
  if (hasFrame) {
    return (
      <Frame>
        <Card what={what} />
      </Frame>
    )
  }
  return (
    <main className={classes.alone}>
      <Card what={what} />
    </main>
  )
}

function Card({ what }: Pick<AccessDeniedProps, 'what'>) {
  return (
    <div className={classes.card}>
      <ShieldX size={32} className={classes.icon} aria-hidden />
      <Page title="Access Denied" isPlain>
        <p>You don&apos;t have permission to access {what}.</p>
        <p className={classes.hint}>Please contact an administrator if you believe this is an error.</p>
        <Button component={ScreenLink} href={paths.dashboard} mt={8}>
          Return to Dashboard
        </Button>
      </Page>
    </div>
  )
}
