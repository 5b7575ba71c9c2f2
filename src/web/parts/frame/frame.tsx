import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { UnsentReport } from '#web/parts/post/unsent-report.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { Brand } from './brand.tsx'
import classes from './frame.module.css'
import { LiveIndicator } from './live-indicator.tsx'
import { MobileNav, WideNav } from './nav.tsx'
import { Notifications } from './notifications.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const contentId = 'content'

/** The bar and the `main` around every screen for members. */
export function Frame({ children }: { readonly children: ReactNode }) {
  // On a narrow screen the theme is chosen in the menu.
  const isWide = useMediaQuery('(min-width: 48em)')
  return (
    <>
      <a href={`#${contentId}`} className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.bar}>
        <div className={classes.inner}>
          <ScreenLink href={paths.dashboard} className={classes.home} aria-label="Ovation, dashboard">
            <Brand />
          </ScreenLink>
          <WideNav />
          <div className={classes.tools}>
            <span className={classes.large}>
              <LiveIndicator hasNote />
            </span>
            <span className={classes.medium}>{isWide && <ThemeToggle />}</span>
            <Notifications />
            <ProfileMenu />
            <MobileNav />
          </div>
        </div>
      </header>
      <main id={contentId} tabIndex={-1} className={classes.content}>
        <UnsentReport />
        {children}
      </main>
    </>
  )
}
