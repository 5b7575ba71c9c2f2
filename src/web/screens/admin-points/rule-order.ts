import type { PointsConfiguration } from '#contract/points.ts'
import { specificity } from '#domain/points.ts'
import { actionTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'

/**
 * The rules by action, in the order of the vocabulary. Those of one action stand as they take precedence, the most
 * specific first, then by platform and context. Among equals the newest, which the server sends first, stays first.
 */
export function rulesInOrder(rules: readonly PointsConfiguration[]): PointsConfiguration[] {
  return rules.toSorted(
    (one, other) =>
      actionTypes.indexOf(one.actionType) - actionTypes.indexOf(other.actionType) ||
      specificity(other) - specificity(one) ||
      placeIn(rulePlatforms, one.platform) - placeIn(rulePlatforms, other.platform) ||
      placeIn(ruleContexts, one.context) - placeIn(ruleContexts, other.context),
  )
}

function placeIn<Word>(words: readonly Word[], word: Word | null): number {
  return word === null ? words.length : words.indexOf(word)
}
