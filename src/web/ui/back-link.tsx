import { ArrowLeft } from 'lucide-react'
import classes from './back-link.module.css'
import { ScreenLink } from './screen-link.tsx'

interface BackLinkProps {
  readonly href: string
  /** Such as "Back to dashboard". */
  readonly label: string
}

/** The arrow before a screen's heading. */
export function BackLink({ href, label }: BackLinkProps) {
  return (
    <ScreenLink href={href} className={classes.back} aria-label={label}>
      <ArrowLeft size={20} aria-hidden />
    </ScreenLink>
  )
}
