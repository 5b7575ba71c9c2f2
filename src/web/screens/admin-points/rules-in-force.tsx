import type { PointsConfiguration } from '#contract/points.ts'
import {
  type InForce,
  type Occasion,
  type OccasionKind,
  occasionKinds,
  rulesInForce,
} from '#domain/rule-coverage.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { listedRules } from '#web/parts/points/listed-rules.ts'
import { actionNames, anyPlatform, contextNames, rulePlatformNames } from '#web/parts/points/rule-words.ts'
import { Card } from '#web/ui/card.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { occasionNames } from './coverage-words.ts'
import * as classes from './rules-in-force.module.css'

const columns = occasionKinds.filter((kind) => kind !== 'achievement')

/** What each action earns on each platform now, and by which rule. */
export function RulesInForce({ rules }: { readonly rules: readonly PointsConfiguration[] }) {
  const inForce = rulesInForce(listedRules(rules))
  const achievements = inForce.filter(({ occasion }) => occasion.kind === 'achievement')
  return (
    <Card title="In force now">
      <ScrollRegion label="Rules in force" className={classes.region}>
        <table className={classes.table}>
          <caption className="visually-hidden">What each action earns on each platform</caption>
          <thead>
            <tr>
              <th scope="col">Platform</th>
              {columns.map((kind) => (
                <th key={kind} scope="col">
                  {occasionNames[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {platforms.map((platform) => (
              <tr key={platform}>
                <th scope="row">{platformNames[platform]}</th>
                {inForce
                  .filter(({ occasion }) => occasion.platform === platform)
                  .map((found) => (
                    <td key={found.occasion.kind}>
                      <Worth found={found} />
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <h3 className={classes.subtitle}>Achievements</h3>
      <ul className={classes.achievements}>
        {achievements.map((found) => (
          <li key={found.occasion.context}>
            <span className={classes.name}>{contextNames[found.occasion.context]}</span>
            <Worth found={found} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Worth({ found: { occasion, rule, points } }: { readonly found: InForce }) {
  if (rule === null || points === 0) {
    return (
      <span className={classes.none}>
        <span aria-hidden>—</span>
        <small>{nothingText(occasion.kind)}</small>
      </span>
    )
  }
  const scope = scopeOf(rule, occasion)
  return (
    <span className={classes.worth}>
      <b>
        +{points.toLocaleString('en-US')}
        <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
      </b>
      {scope !== null && <small>{scope}</small>}
    </span>
  )
}

function nothingText(kind: OccasionKind): string {
  return kind === 'like' || kind === 'comment' || kind === 'share' ? 'shown without points' : 'earns nothing'
}

/** What tells the rule from others in its place: `LinkedIn, Honor system`. Null where the place says it already. */
function scopeOf(rule: NonNullable<InForce['rule']>, { kind, context: place }: Occasion): string | null {
  const { actionType, platform, context } = rule
  if (kind === 'achievement' && context === place) return null
  const isOfPlatform = kind === 'verified_share' && actionType !== 'share'
  const scope = [
    isOfPlatform ? actionNames[actionType] : null,
    platform ? rulePlatformNames[platform] : null,
    context ? contextNames[context] : null,
  ].filter((part) => part !== null)
  return scope.length > 0 ? scope.join(', ') : anyPlatform
}
