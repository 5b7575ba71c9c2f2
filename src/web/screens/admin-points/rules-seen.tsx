import { useEffect } from 'react'
import { useChangeSetup, useSetup } from '#web/api/setup.ts'

/** Notes that an administrator looks at the points rules, which completes that step of the set-up. */
export function RulesSeen() {
  const { data } = useSetup()
  const { mutate } = useChangeSetup()
  const isNews = data?.data.steps.some(({ key, done }) => key === 'points_rules' && !done) ?? false
  useEffect(() => {
    if (isNews) mutate({ pointsRulesSeen: true })
  }, [isNews, mutate])
  return null
}
