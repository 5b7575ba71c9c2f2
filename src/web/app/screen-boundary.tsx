import { Button } from '@mantine/core'
import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import * as classes from '#web/ui/notice.module.css'

interface ScreenBoundaryProps {
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly hasFailed: boolean
}

/** Shows a message instead of an empty page when a screen fails to render. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { hasFailed: false }

  static getDerivedStateFromError(): ScreenBoundaryState {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className={classes.notice}>
        <h1 className={classes.heading}>This screen could not be shown</h1>
        <p className={classes.text}>
          There may be a newer version, or the connection was lost. Reload the page to try again.
        </p>
        <Button leftSection={<RotateCw size={16} aria-hidden />} onClick={() => window.location.reload()}>
          Reload
        </Button>
      </main>
    )
  }
}
