import { ArrowLeft } from 'lucide-react'
import * as classes from './back-link.module.css'
import { ScreenLink } from './screen-link.tsx'

interface BackLinkProps {
  readonly href: string
  /** Such as "Back to dashboard". Beside the arrow, only the place is shown: "Dashboard". */
  readonly label: string
  /** Whether the whole label is shown. */
  readonly isWhole?: boolean
}

/** The line above a screen's heading that leads to the screen before. */
export function BackLink({ href, label, isWhole = false }: BackLinkProps) {
  return (
    <div className={classes.line}>
      <ScreenLink href={href} className={classes.back} aria-label={label}>
        <ArrowLeft size={15} aria-hidden />
        {isWhole ? label : label.replace(/^Back to (.)/, (_, initial: string) => initial.toUpperCase())}
      </ScreenLink>
    </div>
  )
}
