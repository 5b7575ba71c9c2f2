import { type AutomationSettings, defaultAutomation } from '#domain/automation.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'

const settings = {
  zapierEnabled: col.bool,
  socialPilotEnabled: col.bool,
  autoPublish: col.bool,
  pointsOnSchedule: col.bool,
  pointsOnPublish: col.bool,
  webhookUrl: col.nullable(col.text),
}
const read = query({
  name: 'get_automation_settings',
  sql: `select zapier_enabled as "zapierEnabled", social_pilot_enabled as "socialPilotEnabled",
     auto_publish as "autoPublish", points_on_schedule as "pointsOnSchedule", points_on_publish as "pointsOnPublish",
     webhook_url as "webhookUrl"
   from automation_settings`,
  row: settings,
})
export const putAutomation = query({
  name: 'put_automation_settings',
  sql: `insert into automation_settings (zapier_enabled, social_pilot_enabled, auto_publish, points_on_schedule,
     points_on_publish, webhook_url)
   values ($zapierEnabled, $socialPilotEnabled, $autoPublish, $pointsOnSchedule, $pointsOnPublish, $webhookUrl)
   on conflict (id) do update set zapier_enabled = excluded.zapier_enabled,
     social_pilot_enabled = excluded.social_pilot_enabled, auto_publish = excluded.auto_publish,
     points_on_schedule = excluded.points_on_schedule, points_on_publish = excluded.points_on_publish,
     webhook_url = excluded.webhook_url`,
  params: settings,
})
/** Serialises transactions that change the settings. */
export const lockAutomation = query({
  name: 'lock_automation_settings',
  sql: advisoryLock('automationSettings'),
})

/** The current settings, or the defaults before the first change. */
export async function getAutomation(db: Db | Tx): Promise<AutomationSettings> {
  return (await read.first(db, {})) ?? defaultAutomation
}
