import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { CurrentContest } from '#web/parts/contest/current-contest.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenTabs } from '#web/ui/screen-tabs.tsx'
import { AnnualWinners } from './annual-winners.tsx'
import { PastChampions } from './past-champions.tsx'

/** The current contest, the past monthly champions and the annual winners. */
export function MonthlyContests() {
  const { user } = useCurrentUser()
  return (
    <Frame>
      <Page title="Monthly Contests" before={<BackLink href={paths.dashboard} label="Back to dashboard" />}>
        <ScreenTabs
          label="Contests"
          tabs={[
            { value: 'current', label: 'Current Contest', content: <CurrentContest ownId={user?.id} /> },
            { value: 'past', label: 'Past Champions', content: <PastChampions ownId={user?.id} /> },
            { value: 'annual', label: 'Annual Winners', content: <AnnualWinners ownId={user?.id} /> },
          ]}
        />
      </Page>
    </Frame>
  )
}
