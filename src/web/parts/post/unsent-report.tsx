import { useState } from 'react'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { dropUnsentReport, readUnsentReport } from '#web/app/unsent-report.ts'

const Notice = lazyPart(async () => (await import('./unsent-report-notice.tsx')).UnsentReportNotice)

/** Shows the notice about an unsent report; renders nothing if there is none. */
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
