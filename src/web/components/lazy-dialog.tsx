import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export interface LazyDialog<Props extends DialogProps> {
  readonly Dialog: ComponentType<Props>
  /** For the button that opens it: the script is loaded as soon as the button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
}

export interface IntentHandlers {
  readonly onMouseEnter: () => void
  readonly onTouchStart: () => void
  readonly onFocus: () => void
}

/** A dialog whose script is loaded when it is first opened, or before. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  const Lazy = lazy(async () => ({ default: await load() }))
  // A failure is left to the moment it is needed.
  const preload = () => void load().catch(() => undefined)

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
    onIntent: { onMouseEnter: preload, onTouchStart: preload, onFocus: preload },
  }
}
