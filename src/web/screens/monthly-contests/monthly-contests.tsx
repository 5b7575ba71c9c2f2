import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '../../api/session.ts'
import { BackLink } from '../../components/back-link.tsx'
import { CurrentContest } from '../../components/current-contest.tsx'
import { Frame } from '../../components/frame.tsx'
import { Page } from '../../components/page.tsx'
import { ScreenTabs } from '../../components/screen-tabs.tsx'
import { AnnualWinners } from './annual-winners.tsx'
import { PastChampions } from './past-champions.tsx'

/** The current contest, the champions of the months before, and those of the years. */
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
