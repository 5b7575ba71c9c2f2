import type { PointsConfiguration } from '#contract/points.ts'
import type { PointsRule } from '#domain/points.ts'

/**
 * The rules of a list, which is sorted newest first. The API does not say when a rule was created, so its place in the
 * list decides which of two is newer.
 */
export function listedRules(configurations: readonly PointsConfiguration[]): PointsRule[] {
  return configurations.map((configuration, place) => ({ ...configuration, createdAt: new Date(-place) }))
}
