import { desc, eq, getTableColumns } from 'drizzle-orm'
import type { PointsConfiguration } from '#contract/points.ts'
import type { PointsRuleId } from '#domain/ids.ts'
import type { PointsRule } from '#domain/points.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { pointsConfigurations } from '#server/db/schema/game.ts'

/** The rules in force, in no particular order. */
export function listPointsRules(db: Db | Tx): Promise<PointsRule[]> {
  return db.orm.select().from(pointsConfigurations).where(eq(pointsConfigurations.isActive, true))
}

/** Every configuration, including inactive ones, newest first. */
export function listPointsConfigurations(db: Db | Tx): Promise<PointsConfiguration[]> {
  const { createdAt, id } = pointsConfigurations
  return db.orm.select(shownColumns).from(pointsConfigurations).orderBy(desc(createdAt), desc(id))
}

/** A configuration, locked until the transaction ends. */
export async function findPointsConfiguration(tx: Tx, id: PointsRuleId): Promise<PointsConfiguration | null> {
  const rows = await tx.orm
    .select(shownColumns)
    .from(pointsConfigurations)
    .where(eq(pointsConfigurations.id, id))
    .for('update')
  return rows[0] ?? null
}

export async function insertPointsConfiguration(
  tx: Tx,
  row: PointsConfiguration & { readonly createdAt: Date },
): Promise<PointsConfiguration> {
  const [inserted] = await tx.orm.insert(pointsConfigurations).values(row).returning(shownColumns)
  if (!inserted) throw new Error('A configuration was not inserted')
  return inserted
}

export async function updatePointsConfiguration(
  tx: Tx,
  { id, ...columns }: PointsConfiguration,
): Promise<PointsConfiguration> {
  const [updated] = await tx.orm
    .update(pointsConfigurations)
    .set(columns)
    .where(eq(pointsConfigurations.id, id))
    .returning(shownColumns)
  if (!updated) throw new Error(`There is no configuration ${id}`)
  return updated
}

export async function deletePointsConfiguration(tx: Tx, id: PointsRuleId): Promise<void> {
  await tx.orm.delete(pointsConfigurations).where(eq(pointsConfigurations.id, id))
}

const { createdAt: _, ...shownColumns } = getTableColumns(pointsConfigurations)
