import { ArrowLeft } from 'lucide-react'
import classes from './back-link.module.css'
import { ScreenLink } from './screen-link.tsx'

interface BackLinkProps {
  readonly href: string
  /** Such as "Back to dashboard". */
  readonly label: string
}

/** The line above a screen's heading that leads back. */
export function BackLink({ href, label }: BackLinkProps) {
  return (
    <div className={classes.line}>
      <ScreenLink href={href} className={classes.back}>
        <ArrowLeft size={15} aria-hidden />
        {label}
      </ScreenLink>
    </div>
  )
}
