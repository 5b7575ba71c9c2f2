import type { SlackImport } from '#contract/slack.ts'
import { counted } from '#web/ui/time-words.ts'

/** The result of a member import in a sentence, after its date; then why it ended early, and what to do. */
export function importText(result: SlackImport): string {
  const { created, linked, updated, skipped, disabled, enabled, failure, advice } = result
  const changes = [
    ...(created > 0 ? [`${counted(created, 'member')} added`] : []),
    ...(linked > 0 ? [`${number(linked)} linked`] : []),
    ...(updated > 0 ? [`${number(updated)} updated`] : []),
    ...(disabled > 0 ? [`${number(disabled)} disabled because they left`] : []),
    ...(enabled > 0 ? [`${number(enabled)} enabled because they came back`] : []),
  ].join(', ')
  const left = skipped > 0 ? `; ${number(skipped)} skipped: bots, guests and people without an address` : ''
  const sentence = `${changes || 'nobody new and nothing changed'}${left}.`
  return failure === null ? sentence : `${sentence} It stopped early: ${failure}. ${advice ?? ''}`.trimEnd()
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
