import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { CurrentContest } from '#web/parts/contest/current-contest.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'

/** The current contest alone. The View Contest button leads here. */
export function MonthlyContest() {
  const { user } = useCurrentUser()
  return (
    <Frame>
      <Page title="Monthly Contest" before={<BackLink href={paths.dashboard} label="Back to dashboard" />}>
        <CurrentContest ownId={user?.id} />
      </Page>
    </Frame>
  )
}
