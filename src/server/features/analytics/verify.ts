import { type Check, inSql } from '#server/db/check.ts'

// What waits to be added up is left out: days, posts and platforms to which it belongs.

const noted = `noted as (
     select day, post_id, enabled from report_moves
     union all
     select s.day, coalesce(report.post_id, click.post_id), 0
     from entry_moves join entry_sources s on s.id = entry_id
       left join shares share on s.source = 'shares' and share.id = s.subject_id
       left join interactions report on report.id = case s.source
         when 'reports' then s.subject_id when 'shares' then share.interaction_id end
       left join link_clicks click on s.source = 'clicks' and click.id = s.subject_id
   )`

/** Whether the figures of analytics are what their sources add up to. */
export const figureChecks: readonly Check[] = [
  inSql(
    'daily figures',
    `with ${noted}
     select format('%s has %s of %s; recomputed %s', day, coalesce(kept.amount, 0), figure, coalesce(due.amount, 0))
       as violation
     from daily_figures kept full join due_daily_figures due using (day, figure)
     where coalesce(kept.amount, 0) <> coalesce(due.amount, 0)
       and not exists (select from noted where noted.day = coalesce(kept.day, due.day))
     order by day, figure limit 100`,
  ),
  inSql(
    'active members',
    `with ${noted}
     select format('%s has %s members who were away for %s days; recomputed %s', day, coalesce(kept.members, 0), away,
       coalesce(due.members, 0)) as violation
     from active_days kept full join due_active_days due using (day, away)
     where coalesce(kept.members, 0) <> coalesce(due.members, 0)
       and not exists (select from noted where noted.enabled <> 0 or noted.day <= coalesce(kept.day, due.day))
     order by day, away limit 100`,
  ),
  inSql(
    'figures of shares',
    `select format('%s has %s from %s on; recomputed %s', platform,
       (kept.shares, kept.points, kept.held, kept.engagements), quarter,
       (due.shares, due.points, due.held, due.engagements)) as violation
     from share_figures kept full join due_share_figures due using (platform, quarter)
     where (coalesce(kept.shares, 0), coalesce(kept.points, 0), coalesce(kept.held, 0), coalesce(kept.engagements, 0))
         <> (coalesce(due.shares, 0), coalesce(due.points, 0), coalesce(due.held, 0), coalesce(due.engagements, 0))
       and not exists (select from share_moves)
       and not (quarter = '-infinity' and exists (
         select from report_moves where type = 'share' union all select from entry_moves))
     order by platform, quarter limit 100`,
  ),
  inSql(
    'figures of posts',
    `with ${noted}
     select format('post %s has %s reports of %s members, with %s points; recomputed %s, %s, %s', post_id,
       coalesce(kept.reports, 0), coalesce(kept.members, 0), coalesce(kept.points, 0),
       coalesce(due.reports, 0), coalesce(due.members, 0), coalesce(due.points, 0)) as violation
     from post_figures kept full join due_post_figures due using (post_id)
     where (coalesce(kept.reports, 0), coalesce(kept.members, 0), coalesce(kept.points, 0))
         <> (coalesce(due.reports, 0), coalesce(due.members, 0), coalesce(due.points, 0))
       and not exists (select from noted
         where noted.enabled <> 0 or noted.post_id = coalesce(kept.post_id, due.post_id))
     order by post_id limit 100`,
  ),
  inSql(
    'figures of teams',
    `with ${noted}
     select format('%s has %s for team %s; recomputed %s', day, (kept.points, kept.likes, kept.comments, kept.shares),
       team_id, (due.points, due.likes, due.comments, due.shares)) as violation
     from team_days kept full join due_team_days due using (day, team_id)
     where (coalesce(kept.points, 0), coalesce(kept.likes, 0), coalesce(kept.comments, 0), coalesce(kept.shares, 0))
         <> (coalesce(due.points, 0), coalesce(due.likes, 0), coalesce(due.comments, 0), coalesce(due.shares, 0))
       and not exists (select from noted where noted.day = coalesce(kept.day, due.day))
     order by day, team_id limit 100`,
  ),
  inSql(
    'days of members',
    `select format('member %s of team %s has %s up to %s; recomputed %s, %s, %s', user_id, kept.team_id, kept.days,
       kept.last_day, due.team_id, due.days, due.last_day) as violation
     from member_days kept full join due_member_days due using (user_id)
     where case when due.user_id is null then kept.days <> B'0'::bit(192)
         when kept.user_id is null or kept.last_day < due.last_day or kept.team_id is distinct from due.team_id then true
         else kept.days <> due.days >> (kept.last_day - due.last_day) end
       and not exists (select from report_moves where report_moves.user_id = coalesce(kept.user_id, due.user_id))
     order by user_id limit 100`,
  ),
]
