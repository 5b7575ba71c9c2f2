import { useState } from 'react'
import { useToday } from '#web/api/interactions.ts'
import { lazyPart } from '#web/app/lazy.tsx'

const ChecksCard = lazyPart(async () => (await import('./checks-card.tsx')).ChecksCard)

/** The open questions about the member's reports; nothing, not even a script, while there are none. */
export function OpenChecks() {
  const [isShown, setShown] = useState(false)
  const count = useToday().data?.data.openChecks
  // Once there, it stays to thank for the last answer.
  if (count && !isShown) setShown(true)
  return isShown && <ChecksCard />
}
