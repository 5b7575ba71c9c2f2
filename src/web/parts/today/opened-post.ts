import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lastUser } from '#web/api/session.ts'
import { type FirstStep, preferences, usePreferences } from '#web/app/preferences.ts'

/** For the link that opens a post: remembers in this browser that a member without a report has opened one. */
export function useRememberOpened(): () => void {
  const queryClient = useQueryClient()
  return () => {
    const user = lastUser(queryClient)
    if (user && user.totalEngagements === 0) remember(user.id, 'opened')
  }
}

/** How far the member has come towards their first report; null before they open a post. Notices their return. */
export function useFirstStep(userId: string): FirstStep | null {
  const step = usePreferences().firstSteps[userId] ?? null
  useEffect(() => {
    if (step !== 'opened') return
    const onReturn = () => {
      if (document.visibilityState === 'visible') remember(userId, 'returned')
    }
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('focus', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('focus', onReturn)
    }
  }, [step, userId])
  return step
}

function remember(userId: string, step: FirstStep): void {
  const { firstSteps } = preferences.read()
  if (firstSteps[userId] === 'returned') return
  preferences.change({ firstSteps: { ...firstSteps, [userId]: step } })
}
