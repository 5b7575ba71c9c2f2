import { type AutomationSettings, defaultAutomation } from '#domain/automation.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'

const read = statement<AutomationSettings>(
  'get_automation_settings',
  `select zapier_enabled as "zapierEnabled", social_pilot_enabled as "socialPilotEnabled", auto_publish as "autoPublish",
     points_on_schedule as "pointsOnSchedule", points_on_publish as "pointsOnPublish", webhook_url as "webhookUrl"
   from automation_settings`,
)
const put = statement(
  'put_automation_settings',
  `insert into automation_settings (zapier_enabled, social_pilot_enabled, auto_publish, points_on_schedule,
     points_on_publish, webhook_url) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do update set zapier_enabled = excluded.zapier_enabled,
     social_pilot_enabled = excluded.social_pilot_enabled, auto_publish = excluded.auto_publish,
     points_on_schedule = excluded.points_on_schedule, points_on_publish = excluded.points_on_publish,
     webhook_url = excluded.webhook_url`,
)
const lock = statement('lock_automation_settings', 'select pg_advisory_xact_lock(7303)')

/** The settings in force; the defaults before the first change. */
export async function getAutomation(db: Db | Tx): Promise<AutomationSettings> {
  const [row] = await db.run(read, [])
  return row ?? defaultAutomation
}

/** Puts the transaction in line with all others that change the settings. */
export async function lockAutomation(tx: Tx): Promise<void> {
  await tx.run(lock, [])
}

export async function putAutomation(db: Db | Tx, settings: AutomationSettings): Promise<void> {
  const { zapierEnabled, socialPilotEnabled, autoPublish, pointsOnSchedule, pointsOnPublish, webhookUrl } =
    settings
  await db.run(put, [
    zapierEnabled,
    socialPilotEnabled,
    autoPublish,
    pointsOnSchedule,
    pointsOnPublish,
    webhookUrl,
  ])
}
