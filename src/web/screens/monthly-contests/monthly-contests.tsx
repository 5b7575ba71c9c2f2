import { Tabs } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '../../api/session.ts'
import { BackLink } from '../../components/back-link.tsx'
import { CurrentContest } from '../../components/current-contest.tsx'
import { Frame } from '../../components/frame.tsx'
import { Page } from '../../components/page.tsx'
import { AnnualWinners } from './annual-winners.tsx'
import classes from './monthly-contests.module.css'
import { PastChampions } from './past-champions.tsx'

const tabs = ['current', 'past', 'annual'] as const
type Tab = (typeof tabs)[number]

/** The current contest, the champions of the months before, and those of the years. The tab is part of the address. */
export function MonthlyContests() {
  const { user } = useCurrentUser()
  const [tab, setTab] = useTab()
  return (
    <Frame>
      <Page title="Monthly Contests" before={<BackLink href={paths.dashboard} label="Back to dashboard" />}>
        <Tabs
          value={tab}
          onChange={setTab}
          // The arrow keys only lead to a tab; Enter or Space opens it.
          activateTabWithKeyboard={false}
          keepMounted={false}
          classNames={{ tab: classes.tab, list: classes.tabs, panel: classes.panel }}
        >
          <Tabs.List aria-label="Contests">
            <Tabs.Tab value="current">Current Contest</Tabs.Tab>
            <Tabs.Tab value="past">Past Champions</Tabs.Tab>
            <Tabs.Tab value="annual">Annual Winners</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="current">
            <CurrentContest ownId={user?.id} />
          </Tabs.Panel>
          <Tabs.Panel value="past">
            <PastChampions ownId={user?.id} />
          </Tabs.Panel>
          <Tabs.Panel value="annual">
            <AnnualWinners ownId={user?.id} />
          </Tabs.Panel>
        </Tabs>
      </Page>
    </Frame>
  )
}

function useTab(): readonly [Tab, (chosen: string | null) => void] {
  const [parameters, setParameters] = useSearchParams()
  const tab = tabs.find((known) => known === parameters.get('tab')) ?? 'current'
  const setTab = (chosen: string | null) => {
    setParameters(chosen && chosen !== 'current' ? { tab: chosen } : {}, { replace: true })
  }
  return [tab, setTab]
}
