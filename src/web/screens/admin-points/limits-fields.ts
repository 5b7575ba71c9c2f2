import type { HonestySettings } from '#domain/honesty.ts'
import type { CheckLevel, InteractionType } from '#domain/vocabulary.ts'

/** What stands in the fields of the form, as text; no cap is empty. */
export interface LimitsFields {
  readonly dailyCaps: Readonly<Record<InteractionType, string>>
  readonly linkClicks: { readonly perDay: string; readonly perAddress: string }
  readonly checks: CheckLevel
}

export function fieldsOf({ dailyCaps, linkClicks, checks }: HonestySettings): LimitsFields {
  return {
    dailyCaps: {
      like: String(dailyCaps.like ?? ''),
      comment: String(dailyCaps.comment ?? ''),
      share: String(dailyCaps.share ?? ''),
    },
    linkClicks: { perDay: String(linkClicks.perDay), perAddress: String(linkClicks.perAddress) },
    checks,
  }
}

/** The settings that the fields describe, for their schema to check: text that is no number stays what it is. */
export function settingsIn({ dailyCaps, linkClicks, checks }: LimitsFields) {
  return {
    dailyCaps: {
      like: numberOrNone(dailyCaps.like),
      comment: numberOrNone(dailyCaps.comment),
      share: numberOrNone(dailyCaps.share),
    },
    linkClicks: { perDay: numberOrText(linkClicks.perDay), perAddress: numberOrText(linkClicks.perAddress) },
    checks,
  }
}

function numberOrNone(text: string): number | string | null {
  return text.trim() === '' ? null : numberOrText(text)
}

function numberOrText(text: string): number | string {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text
}
