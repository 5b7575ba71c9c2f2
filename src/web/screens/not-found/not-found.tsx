import { Button } from '@mantine/core'
import { paths } from '#contract/paths.ts'
import { Brand } from '#web/parts/frame/brand.tsx'
import * as classes from '#web/ui/notice.module.css'
import { Page } from '#web/ui/page.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

/** Shown for every address that the product does not have. */
export function NotFound() {
  return (
    <main className={classes.notice}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <p className={classes.code} aria-hidden="true">
        404
      </p>
      <Page title="Page Not Found" isPlain>
        <p className={classes.text}>
          There is nothing at this address. The page may have moved, or the link may be incomplete.
        </p>
        <Button component={ScreenLink} href={paths.dashboard}>
          Go to Dashboard
        </Button>
      </Page>
    </main>
  )
}
