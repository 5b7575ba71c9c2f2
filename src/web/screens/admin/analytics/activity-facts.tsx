import type { Analytics } from '#contract/analytics.ts'
import * as classes from './activity-facts.module.css'
import { inFigures } from './figures.ts'
import { Panel } from './panel.tsx'

/** What members shared, and how the company's posts did. */
export function ActivityFacts({ figures: { userActivity, companyPosts } }: { readonly figures: Analytics }) {
  return (
    <>
      <Panel title="User Activity (Honor System)">
        <Facts
          facts={[
            ['User shares', userActivity.shares],
            ['Points earned', userActivity.points],
            ['User engagement', userActivity.engagement],
          ]}
        />
      </Panel>
      <Panel title="Company Post Performance">
        <Facts
          facts={[
            ['Company posts', companyPosts.posts],
            ['Company engagement', companyPosts.engagement],
          ]}
        />
      </Panel>
    </>
  )
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, number])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{inFigures(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
