import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '../../api/session.ts'
import { BackLink } from '../../components/back-link.tsx'
import { CurrentContest } from '../../components/current-contest.tsx'
import { Frame } from '../../components/frame.tsx'
import { Page } from '../../components/page.tsx'

/** The current contest by itself, as the monthly leaders lead to it. */
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
