import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { UnsentReport } from '#web/parts/post/unsent-report.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import * as classes from './frame.module.css'
import { LiveIndicator } from './live-indicator.tsx'
import { Meter } from './meter.tsx'
import { WideNav } from './nav.tsx'
import { Notifications } from './notifications.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const BellNews = lazyPart(async () => (await import('./bell-news.tsx')).BellNews)

const contentId = 'content'

/** The bars and the `main` around every screen for members. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const isIdle = useIdle()
  return (
    <>
      <a href={`#${contentId}`} className={classes.skip}>
        Skip to content
      </a>
      <header className="bar">
        <div className="bar-inner">
          <ScreenLink href={paths.dashboard} className={classes.home} aria-label="Ovation, dashboard">
            <Brand />
          </ScreenLink>
          <WideNav />
          <div className={classes.tools}>
            <LiveIndicator isInBar />
            <Meter />
            <Notifications isCounting={isIdle} />
            <div className={classes.profile}>
              <ProfileMenu />
            </div>
          </div>
        </div>
      </header>
      <main id={contentId} tabIndex={-1} className={classes.content}>
        <UnsentReport />
        {children}
      </main>
      <BottomBar />
      {isIdle && <BellNews />}
    </>
  )
}
