import { Button } from '@mantine/core'
import { ShieldX } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { Frame } from '#web/parts/frame/frame.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './access-denied.module.css'

/** Tells visitors that the panel is for administrators. Signed-in members see it below the bar. */
export function AccessDenied({ hasFrame }: { readonly hasFrame: boolean }) {
  if (hasFrame) {
    return (
      <Frame>
        <Card />
      </Frame>
    )
  }
  return (
    <main className={classes.alone}>
      <Card />
    </main>
  )
}

function Card() {
  return (
    <div className={classes.card}>
      <ShieldX size={32} className={classes.icon} aria-hidden />
      <Page title="Access Denied" isPlain>
        <p>You don&apos;t have permission to access the admin panel.</p>
        <p className={classes.hint}>Please contact an administrator if you believe this is an error.</p>
        <Button component={ScreenLink} href={paths.dashboard} mt={8}>
          Return to Dashboard
        </Button>
      </Page>
    </div>
  )
}
