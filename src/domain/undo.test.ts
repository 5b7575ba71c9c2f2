import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import { undoTimeLeftMs, undoVerdict, undoWindowMs } from './undo.ts'

const reportedAt = new Date('2026-03-11T10:00:00.000Z')
const after = (ms: number) => new Date(reportedAt.getTime() + ms)
const ana = asId<'user'>('01890000-0000-7000-8000-00000000000a')
const ben = asId<'user'>('01890000-0000-7000-8000-00000000000b')
const own = { userId: ana, reportedAt, undoneAt: null, takenBackAt: null }
const takenBack = { ...own, takenBackAt: after(1) }
const undone = { ...own, undoneAt: after(1) }

describe('an undo', () => {
  it('has a window of five minutes', { tags: ['number-undo'] }, () => {
    expect(undoWindowMs).toBe(300_000)
  })

  it.each([
    ['at once', own, ana, 0, 'ok'],
    ['after 299 seconds', own, ana, 299_000, 'ok'],
    ['in the last millisecond', own, ana, 300_000, 'ok'],
    ['a millisecond later', own, ana, 300_001, 'too-late'],
    ['after 301 seconds', own, ana, 301_000, 'too-late'],
    ['when the clock has gone back', own, ana, -60_000, 'ok'],
    ["of somebody else's", own, ben, 0, 'not-yours'],
    ["of somebody else's, too late", own, ben, 300_001, 'not-yours'],
    ["of somebody else's, already undone", undone, ben, 0, 'not-yours'],
    ['after a reviewer took it back', takenBack, ana, 2, 'already-undone'],
    ['for the second time', undone, ana, 2, 'already-undone'],
    ['for the second time, too late', undone, ana, 300_001, 'already-undone'],
  ] as const)('%s is %s', { tags: ['number-undo'] }, (_, interaction, memberId, afterMs, expected) => {
    expect(undoVerdict(interaction, memberId, after(afterMs))).toBe(expected)
  })

  it('stays too late once it is too late', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(), (ms, laterMs) => {
        const verdict = undoVerdict(own, ana, after(ms))
        expect(verdict === 'ok' || verdict === 'too-late').toBe(true)
        if (verdict === 'too-late') expect(undoVerdict(own, ana, after(ms + laterMs))).toBe('too-late')
      }),
    )
  })

  it('is allowed exactly while there is time left', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (ms) => {
        const left = undoTimeLeftMs(reportedAt, after(ms))
        expect(left).toBe(300_000 - ms)
        expect(undoVerdict(own, ana, after(ms)) === 'ok').toBe(left >= 0)
      }),
    )
  })
})
