import { FirstName } from '#web/parts/member/first-name.tsx'
import { counted } from '#web/ui/time-words.ts'

interface ToPassProps {
  /** Points that the next place is ahead. */
  readonly by: number
  readonly above: { readonly displayName: string }
}

/** How far it is to the next place: "190 points to pass Tomasz". */
export function ToPass({ by, above }: ToPassProps) {
  const name = <FirstName person={above} />
  if (by <= 0) return <>Level with {name}</>
  return (
    <>
      <b>{counted(by, 'point')}</b> to pass {name}
    </>
  )
}
