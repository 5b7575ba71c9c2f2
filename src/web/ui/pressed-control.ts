const controls = 'a, button, input, label, select, summary, textarea, [role="menuitem"], [role="option"]'

let pressed: { readonly control: Element; readonly box: DOMRect } | null = null

/** Remembers from now on what is pressed with the pointer or the keyboard. */
export function watchPresses(): void {
  for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, remember, true)
}

/** Where the control is that was pressed last, or where it was if the page no longer has it. Null before the first press. */
export function pressedBox(): DOMRect | null {
  return pressed && (pressed.control.isConnected ? pressed.control.getBoundingClientRect() : pressed.box)
}

function remember({ target }: Event): void {
  const control = target instanceof Element ? target.closest(controls) : null
  if (control) pressed = { control, box: control.getBoundingClientRect() }
}
