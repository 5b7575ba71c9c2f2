import { useSyncExternalStore } from 'react'
import type { PostId } from '#domain/ids.ts'

const listeners = new Set<() => void>()
let opened: PostId | null = null
let asked: PostId | null = null
let isAway = false

/** Notes that the member opened the original of a post, to be asked about it when they come back to this window. */
export function noteOpened(postId: PostId): void {
  if (opened === null) {
    document.addEventListener('visibilitychange', noteVisibility)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
  }
  opened = postId
  isAway = false
  ask(null)
}

/** Whether the member has just come back from the original of this post and has not yet said what they did. */
export function useIsAsked(postId: PostId): boolean {
  return useSyncExternalStore(subscribe, () => asked === postId)
}

/** Ends the question about a post, if it is the one that is asked. */
export function stopAsking(postId: PostId): void {
  if (asked === postId) ask(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function noteVisibility(): void {
  if (document.visibilityState === 'hidden') leave()
  else comeBack()
}

function leave(): void {
  isAway = true
}

function comeBack(): void {
  if (!isAway || opened === null) return
  const postId = opened
  opened = null
  document.removeEventListener('visibilitychange', noteVisibility)
  window.removeEventListener('blur', leave)
  window.removeEventListener('focus', comeBack)
  ask(postId)
}

function ask(postId: PostId | null): void {
  if (asked === postId) return
  asked = postId
  for (const listener of listeners) listener()
}
