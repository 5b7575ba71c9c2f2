import { useSearchParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import { isId } from '#domain/ids.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { CurrentContest } from '#web/parts/contest/current-contest.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { FinalStandings, GoneContest } from './final-standings.tsx'

/** The current contest alone, or with `?contest=` any other, such as one that has ended. */
export function MonthlyContest() {
  const { user } = useCurrentUser()
  const [parameters] = useSearchParams()
  const id = parameters.get('contest')
  if (id) {
    const back = <BackLink href={`${paths.monthlyContests}?tab=past`} label="Back to past champions" />
    return (
      <Frame>
        <Page title="Final Standings" before={back}>
          {isId<'contest'>(id) ? <FinalStandings id={id} ownId={user?.id} /> : <GoneContest />}
        </Page>
      </Frame>
    )
  }
  return (
    <Frame>
      <Page title="Monthly Contest" before={<BackLink href={paths.dashboard} label="Back to dashboard" />}>
        <CurrentContest ownId={user?.id} />
      </Page>
    </Frame>
  )
}
