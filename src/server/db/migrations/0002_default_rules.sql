insert into points_configurations (id, action_type, platform, context, point_value, description, created_at)
select gen_random_uuid(), action_type, platform, context, point_value, description, now()
from (values
  ('like', null, 'honor_system', 15, 'Liking a company post'),
  ('comment', null, 'honor_system', 20, 'Commenting on a company post'),
  ('share', null, 'honor_system', 30, 'Sharing a company post'),
  ('link_click', null, 'slack', 5, 'Somebody opened your trackable link'),
  ('achievement', null, 'first_steps', 10, 'First Steps: the first report'),
  ('achievement', null, 'social_butterfly', 50, 'Social Butterfly: 25 shares'),
  ('achievement', null, 'streak_master', 75, 'Streak Master: a streak of 7 days'),
  ('achievement', null, 'engagement_king', 100, 'Engagement King: 100 reports'),
  ('achievement', null, 'team_leader', 150, 'Team Leader: first on the team board')
) as defaults (action_type, platform, context, point_value, description);
