import { useState } from 'react'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { dropUnsentReport, readUnsentReport } from '#web/app/unsent-report.ts'

const Notice = lazyPart(async () => (await import('./unsent-report-notice.tsx')).UnsentReportNotice)

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
  return <Notice report={report} onDone={finish} />
}
