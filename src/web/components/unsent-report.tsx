import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../api/session.ts'
import { dropUnsentReport, readUnsentReport } from '../unsent-report.ts'

const Notice = lazy(async () => ({
  default: (await import('./unsent-report-notice.tsx')).UnsentReportNotice,
}))

/** Comes back to a report that was under way when the session ended; nothing when there is none. */
export function UnsentReport() {
  const { user } = useCurrentUser()
  const [isOver, setOver] = useState(false)
  const report = user && !isOver ? readUnsentReport(user.id) : null
  if (!report) return null
  const finish = () => {
    dropUnsentReport()
    setOver(true)
  }
  return (
    <Suspense>
      <Notice report={report} onDone={finish} />
    </Suspense>
  )
}
