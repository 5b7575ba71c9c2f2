import type { TeamCard } from '#contract/teams.ts'
import * as classes from './team-name.module.css'

export function TeamDot({ color }: { readonly color: string }) {
  return <span className={classes.dot} style={{ background: color }} aria-hidden />
}

/** A team with its colour, which says nothing that the name does not. */
export function TeamName({ team }: { readonly team: Pick<TeamCard, 'name' | 'color'> }) {
  return (
    <span className={classes.team}>
      <TeamDot color={team.color} />
      <bdi className={classes.name} title={team.name}>
        {team.name}
      </bdi>
    </span>
  )
}
