import { desc, eq } from 'drizzle-orm'
import type { PointsConfiguration } from '#contract/points.ts'
import type { PointsRule } from '#domain/points.ts'
import type { Handle } from '#server/db/handle.ts'
import { pointsConfigurations } from '#server/db/schema.ts'

/** The rules in force, in no particular order. */
export function listPointsRules(db: Handle): Promise<PointsRule[]> {
  return db.orm.select().from(pointsConfigurations).where(eq(pointsConfigurations.isActive, true))
}

/** Every configuration, the newest first, inactive ones included. */
export function listPointsConfigurations(db: Handle): Promise<PointsConfiguration[]> {
  const { createdAt, ...columns } = columnsOfConfiguration
  return db.orm.select(columns).from(pointsConfigurations).orderBy(desc(createdAt), desc(columns.id))
}

const columnsOfConfiguration = {
  id: pointsConfigurations.id,
  actionType: pointsConfigurations.actionType,
  platform: pointsConfigurations.platform,
  context: pointsConfigurations.context,
  pointValue: pointsConfigurations.pointValue,
  multiplier: pointsConfigurations.multiplier,
  bonusType: pointsConfigurations.bonusType,
  bonusValue: pointsConfigurations.bonusValue,
  description: pointsConfigurations.description,
  isActive: pointsConfigurations.isActive,
  createdAt: pointsConfigurations.createdAt,
}
