import type { TeamCard } from '#contract/teams.ts'
import classes from './team-name.module.css'

/** A team with its colour, which says nothing that the name does not. */
export function TeamName({ team }: { readonly team: Pick<TeamCard, 'name' | 'color'> }) {
  return (
    <span className={classes.team}>
      <span className={classes.dot} style={{ background: team.color }} aria-hidden />
      <bdi className={classes.name} title={team.name}>
        {team.name}
      </bdi>
    </span>
  )
}
