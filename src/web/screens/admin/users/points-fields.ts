import type { UserId } from '#domain/ids.ts'

/** A correction as it stands in the fields of the form, as text. */
interface CorrectionFields {
  readonly amount: string
  readonly reason: string
}

export const noCorrection: CorrectionFields = { amount: '', reason: '' }

/** The correction that the fields describe, for its schema to check. An amount that is no number stays a text. */
export function correctionIn(userId: UserId, { amount, reason }: CorrectionFields) {
  const text = amount.trim().replace(/^[−–]/, '-').replaceAll(',', '')
  return { userId, amount: /^[+-]?\d+$/.test(text) ? Number(text) : amount, reason }
}

/** `1 point`, or `1,204 points`. */
export function pointsText(points: number): string {
  return `${points.toLocaleString('en-US')} ${points === 1 ? 'point' : 'points'}`
}
