import { useEffect, useRef, useState } from 'react'
import { useOwnChecks } from '#web/api/checks.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '#web/ui/time-words.ts'
import { CheckQuestion } from './check-question.tsx'
import * as classes from './checks-card.module.css'

/** The open questions about the member's reports, one after another. */
export function ChecksCard() {
  const checks = useOwnChecks().data?.data
  const [answered, setAnswered] = useState(0)
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with its question.
  useEffect(() => {
    if (answered > 0) title.current?.focus({ preventScroll: true })
  }, [answered])
  if (!checks) return null
  const [first] = checks
  if (!first) return answered > 0 && <Thanks titleRef={title} />
  const more = checks.length - 1
  return (
    <div className={classes.place}>
      <Card
        title="One quick question"
        titleRef={title}
        aside={more > 0 && <span className={classes.more}>{counted(more, 'more question')}</span>}
      >
        <CheckQuestion key={first.id} check={first} onAnswered={() => setAnswered((count) => count + 1)} />
      </Card>
    </div>
  )
}

function Thanks({ titleRef }: { readonly titleRef: React.Ref<HTMLHeadingElement> }) {
  return (
    <div className={classes.place}>
      <Card title="Thank you" titleRef={titleRef}>
        <p className={classes.note}>That was all we wanted to know.</p>
      </Card>
    </div>
  )
}
