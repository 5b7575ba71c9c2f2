import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export interface LazyDialog<Props extends DialogProps> {
  readonly Dialog: ComponentType<Props>
  /** Loads the dialog's script ahead of need; a failure is left to the moment it is needed. */
  readonly preload: () => void
}

/** A dialog whose script is loaded when it is first opened, or before. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  const Lazy = lazy(async () => ({ default: await load() }))

  // A dialog remembers what had the focus at the moment it opens, so it is put on the page closed and then opened.
  function OpenedOnceThere(props: Props) {
    const [isThere, setThere] = useState(false)
    useEffect(() => setThere(true), [])
    return createElement(Lazy as ComponentType<Props>, { ...props, isOpen: props.isOpen && isThere })
  }

  return {
    Dialog: function Dialog(props: Props) {
      const [isWanted, setWanted] = useState(props.isOpen)
      if (props.isOpen && !isWanted) setWanted(true)
      return isWanted ? <Suspense>{createElement(OpenedOnceThere, props)}</Suspense> : null
    },
    preload: () => void load().catch(() => undefined),
  }
}
