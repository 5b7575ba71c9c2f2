import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '../../api/session.ts'
import { BackLink } from '../../components/back-link.tsx'
import { Frame } from '../../components/frame.tsx'
import { Page } from '../../components/page.tsx'
import { ScreenLink } from '../../components/screen-link.tsx'
import { Waiting } from '../../components/waiting.tsx'
import { AccessDenied } from './access-denied.tsx'
import classes from './admin.module.css'

/** Where administrators run the programme. It looks after its own access: others are told so, signed in or not. */
export function Admin() {
  const { user, isLoading } = useCurrentUser()
  if (isLoading) return <Waiting text="Checking admin access..." />
  if (!user) return <AccessDenied hasFrame={false} />
  if (user.role !== 'admin') return <AccessDenied hasFrame />
  return (
    <Frame>
      <Page title="Admin Panel" before={<BackLink href={paths.dashboard} label="Back to Dashboard" />}>
        <section className={classes.card} aria-labelledby="points-rules">
          <SlidersHorizontal size={24} className={classes.icon} aria-hidden />
          <div className={classes.words}>
            <h2 id="points-rules" className={classes.title}>
              Points Configuration
            </h2>
            <p className={classes.text}>What each action earns, by platform and context.</p>
          </div>
          <Button component={ScreenLink} href={paths.adminPoints} variant="default" size="md">
            Open the points rules
          </Button>
        </section>
      </Page>
    </Frame>
  )
}
