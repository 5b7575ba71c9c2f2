import { expect, test } from 'vitest'
import {
  afterTime,
  dismissedRemovalDelayMs,
  emptyToastQueue,
  nextChangeMs,
  type Toast,
  type ToastQueue,
  withHold,
  withToast,
  withToastClosed,
  withToastDrawn,
} from './toast-queue.ts'

const failure: Toast = { title: 'Report failed', kind: 'destructive' }
const success: Toast = { title: 'Interaction reported!', kind: 'success' }

function news(title: string): Toast {
  return { title, kind: 'live', durationMs: 3000 }
}

function onScreen(queue: ToastQueue): string | null {
  return queue.current?.isOpen ? queue.current.title : null
}

test('news is shown at once while nothing else is', () => {
  expect(onScreen(withToast(emptyToastQueue, news('a'), 1000))).toBe('a')
})

test('an answer to the member replaces news at once', () => {
  const queue = withToast(withToast(emptyToastQueue, news('a'), 1000), success, 1001)
  expect(onScreen(queue)).toBe('Interaction reported!')
})

test('a later answer to the member replaces an earlier one at once', () => {
  const queue = withToast(withToast(emptyToastQueue, success, 1000), failure, 1100)
  expect(onScreen(queue)).toBe('Report failed')
  expect(queue.current?.id).toBe(2)
})

test('news waits until a failure has been readable for a second and a half', () => {
  const queue = withToast(withToast(emptyToastQueue, failure, 1000), news('a'), 1100)
  expect(onScreen(queue)).toBe('Report failed')
  expect(nextChangeMs(queue)).toBe(2500)
  expect(onScreen(afterTime(queue, 2499))).toBe('Report failed')
  expect(onScreen(afterTime(queue, 2500))).toBe('a')
})

test('news waits until a celebration closes', () => {
  const celebration: Toast = { ...success, detail: ['Epic', '+75 points'] }
  const queue = withToast(withToast(emptyToastQueue, celebration, 1000), news('a'), 1100)
  expect(onScreen(afterTime(queue, 5900))).toBe(success.title)
  expect(onScreen(withToastClosed(queue, 1, 6000))).toBe('a')
})

test('news waits until a toast that is kept closes', { tags: ['review-undo'] }, () => {
  const kept: Toast = { ...success, isKept: true }
  const queue = withToast(withToast(emptyToastQueue, kept, 1000), news('a'), 1100)
  expect(onScreen(afterTime(queue, 5900))).toBe(success.title)
  expect(onScreen(withToastClosed(queue, 1, 6000))).toBe('a')
})

test('a toast that was rendered late stays readable for just as long', () => {
  let queue = withToast(withToast(emptyToastQueue, failure, 1000), news('a'), 1100)
  queue = withToastDrawn(queue, 1, 1400)
  expect(onScreen(afterTime(queue, 2899))).toBe('Report failed')
  expect(onScreen(afterTime(queue, 2900))).toBe('a')
  expect(withToastDrawn(queue, 7, 2000)).toBe(queue)
})

test('of five news toasts during a failure, only the newest is shown', () => {
  let queue = withToast(emptyToastQueue, failure, 1000)
  for (const [index, title] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    queue = withToast(queue, news(title), 1100 + index * 100)
    expect(onScreen(queue)).toBe('Report failed')
  }
  queue = afterTime(queue, 2500)
  expect(onScreen(queue)).toBe('e')
  expect(queue.waiting).toBeNull()
})

test('a toast keeps its action and its picture while it waits and is shown', () => {
  const action = { label: 'Undo', run: () => undefined }
  const withAll = { ...news('a'), action, picture: 'face' }
  const queue = withToast(withToast(emptyToastQueue, failure, 1000), withAll, 1100)
  const { current } = afterTime(queue, 2500)
  expect(current).toMatchObject({ title: 'a', action, picture: 'face' })
  expect(current).not.toHaveProperty('arrivedMs')
})

test('news does not replace news before three seconds are over', () => {
  const queue = withToast(withToast(emptyToastQueue, news('a'), 1000), news('b'), 1200)
  expect(onScreen(queue)).toBe('a')
  expect(onScreen(afterTime(queue, 3999))).toBe('a')
  expect(onScreen(afterTime(queue, 4000))).toBe('b')
})

test('news that was closed by hand still leaves a gap before the next', () => {
  let queue = withToast(emptyToastQueue, news('a'), 1000)
  queue = withToastClosed(queue, 1, 1500)
  queue = withToast(queue, news('b'), 1600)
  expect(onScreen(queue)).toBeNull()
  expect(onScreen(afterTime(queue, 4000))).toBe('b')
})

test('closing the answer shows waiting news at once', () => {
  const waiting = withToast(withToast(emptyToastQueue, failure, 1000), news('a'), 1100)
  expect(onScreen(withToastClosed(waiting, 1, 1200))).toBe('a')
})

test('a toast under the pointer stays, and news older than ten seconds is dropped', () => {
  let queue = withHold(withToast(emptyToastQueue, failure, 1000), true, 1050)
  queue = withToast(queue, news('a'), 1100)
  expect(onScreen(afterTime(queue, 11_099))).toBe('Report failed')
  expect(nextChangeMs(queue)).toBe(11_100)
  const dropped = afterTime(queue, 11_100)
  expect(dropped.waiting).toBeNull()
  expect(onScreen(withHold(dropped, false, 11_200))).toBe('Report failed')
})

test('releasing a toast shows waiting news', () => {
  let queue = withHold(withToast(emptyToastQueue, failure, 1000), true, 1050)
  queue = withToast(queue, news('a'), 1100)
  expect(onScreen(withHold(queue, false, 5000))).toBe('a')
})

test('closing a toast that is no longer current changes nothing', () => {
  const queue = withToast(withToast(emptyToastQueue, success, 1000), failure, 1100)
  expect(withToastClosed(queue, 1, 1200)).toBe(queue)
})

test('a closed toast is removed after its removal delay', { tags: ['number-closed-toast'] }, () => {
  const closed = withToastClosed(withToast(emptyToastQueue, success, 1000), 1, 2000)
  expect(dismissedRemovalDelayMs).toBe(1_000_000)
  expect(nextChangeMs(closed)).toBe(2000 + dismissedRemovalDelayMs)
  expect(afterTime(closed, 2000 + dismissedRemovalDelayMs - 1).current).not.toBeNull()
  expect(afterTime(closed, 2000 + dismissedRemovalDelayMs).current).toBeNull()
})
