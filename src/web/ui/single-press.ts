import type { KeyboardEvent, MouseEvent } from 'react'

/**
 * For a button in whose place another appears once it is pressed: the second click of a double click and the repeats of
 * a held key do nothing, because they would press the other one.
 */
export function singlePress(press: () => void) {
  return {
    onClick: (event: MouseEvent) => {
      if (event.detail < 2) press()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    },
  }
}
