import type { ReactNode } from 'react'
import { Brand } from '#web/parts/frame/brand.tsx'
import { Page } from '#web/ui/page.tsx'
import * as classes from './emergency-card.module.css'

interface EmergencyCardProps {
  readonly title: string
  /** Shown above the title, such as a way back. */
  readonly before?: ReactNode
  readonly hint: ReactNode
  readonly children: ReactNode
}

/** A whole screen with one card, for those who sign in without the workplace chat. */
export function EmergencyCard({ title, before, hint, children }: EmergencyCardProps) {
  return (
    <main className={classes.page}>
      <Brand />
      <section className={classes.card}>
        {before}
        <Page title={title} isPlain>
          <p className={classes.hint}>{hint}</p>
          {children}
        </Page>
      </section>
    </main>
  )
}
