import { ApplauseNews } from './applause-news.tsx'
import { OutcomeNews } from './outcome-news.tsx'

/** Tells in toasts what comes new behind the bell and cannot wait to be looked up there. */
export function BellNews() {
  return (
    <>
      <ApplauseNews />
      <OutcomeNews />
    </>
  )
}
