import { describe, expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { reportedToast, reportFailure, undoFailure, undoneToast } from './post-report-words.ts'

const like = { interactionType: 'like', platform: 'linkedin' } as const

describe('a report', () => {
  test('that counted names its points, type and platform', () => {
    expect(reportedToast({ points: 15, ...like, cap: { earned: 1, cap: null } })).toEqual({
      kind: 'success',
      title: 'Interaction reported!',
      description: '+15 points for the like on LinkedIn',
      brief: '+15',
    })
  })

  test('that earns nothing says that it counts, and whether another day helps', {
    tags: ['caps-toast', 'rules-whole-truth'],
  }, () => {
    expect(reportedToast({ points: 0, ...like, cap: { earned: 20, cap: 20 } })).toMatchObject({
      title: 'Interaction reported!',
      description: 'Counts, no points today: the like on LinkedIn',
      brief: 'Counts, no points today',
    })
    const { brief } = reportedToast({ points: 0, ...like, cap: { earned: 0, cap: null } })
    expect(brief).toBe('Counts, no points')
  })

  test('that failed shows the server’s message', () => {
    const { toast, inline } = reportFailure(new ApiError(404, '{"message":"No such post"}'), 'feed')
    expect(toast).toEqual({ kind: 'destructive', title: 'Report failed', description: 'No such post' })
    expect(inline).toBe('Report failed: No such post')
  })

  test('that never reached the server has its own message', () => {
    const { toast } = reportFailure(new TypeError('Failed to fetch'), 'feed')
    expect(toast.description).toBe('Failed to report interaction')
  })

  test('without a session asks the member to log in, in one line on the dashboard', {
    tags: ['form-report-signed-in'],
  }, () => {
    const error = new ApiError(401, '{"message":"Please sign in"}')
    expect(reportFailure(error, 'feed').toast).toMatchObject({
      title: 'Authentication required',
      description: 'Please log in to report interactions',
    })
    expect(reportFailure(error, 'dashboard').toast).toEqual({
      kind: 'destructive',
      title: 'Authentication required: Please log in to report interactions',
    })
  })
})

describe('an undo', () => {
  test('that counted names the points it removed', () => {
    expect(undoneToast({ pointsRemoved: 30 })).toMatchObject({
      title: 'Interaction removed',
      description: '-30 points',
    })
  })

  test('that removed no points names none', () => {
    expect(undoneToast({ pointsRemoved: 0 })).toEqual({
      kind: 'success',
      title: 'Interaction removed',
      brief: '',
    })
  })

  test('that came too late says so', () => {
    expect(undoFailure(new ApiError(410, '{}'), true).toast).toMatchObject({
      title: 'Undo failed',
      description: 'Too late to undo',
    })
  })

  test('that failed for another reason shows the general message', () => {
    expect(undoFailure(new ApiError(500, '{"message":"Boom"}'), false).inline).toBe(
      'Undo failed: Failed to undo interaction',
    )
  })
})
