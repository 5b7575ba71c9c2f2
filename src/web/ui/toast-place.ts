/** Where a toast stands so that it covers nothing that somebody is about to press. All numbers are pixels. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface ToastPlace {
  readonly edge: 'top' | 'bottom'
  /** How far it stands from where toasts usually stand at that edge. */
  readonly distance: number
}

interface ToastAround {
  /** The toast's width and height, and what is free for toasts: from below the bar to the foot of the window. */
  readonly toast: { readonly left: number; readonly right: number; readonly height: number }
  readonly room: { readonly top: number; readonly bottom: number }
  /** The edge at which toasts stand when nothing is in their way. */
  readonly usual: ToastPlace['edge']
  readonly pressed: Box | null
  /** What else must not be covered. */
  readonly clear: readonly Box[]
}

const gap = 8
/** What was pressed may still move by this much, because the page grows or shrinks with the answer. */
const reach = 96

export function placeToast(around: ToastAround): ToastPlace {
  const { pressed, clear, usual } = around
  const other = usual === 'top' ? 'bottom' : 'top'
  const isNear = pressed !== null && touches(boxAt({ edge: usual, distance: 0 }, around), pressed, reach)
  const edges = isNear ? ([other, usual] as const) : ([usual, other] as const)
  const own = pressed ? [pressed] : []
  for (const obstacles of [[...own, ...clear], own]) {
    for (const edge of edges) {
      const place = freePlace(edge, obstacles, around)
      if (place) return place
    }
  }
  return { edge: edges[0], distance: 0 }
}

/** The first free place from the edge inwards; null if there is none. */
function freePlace(
  edge: ToastPlace['edge'],
  obstacles: readonly Box[],
  around: ToastAround,
): ToastPlace | null {
  const { room } = around
  let place: ToastPlace = { edge, distance: 0 }
  for (;;) {
    const box = boxAt(place, around)
    if (box.top < room.top || box.bottom > room.bottom) return null
    const obstacle = obstacles.find((one) => touches(box, one, gap))
    if (!obstacle) return place
    const distance = edge === 'top' ? obstacle.bottom - room.top : room.bottom - obstacle.top
    place = { edge, distance: distance + gap }
  }
}

function boxAt({ edge, distance }: ToastPlace, { toast, room }: ToastAround): Box {
  const { left, right, height } = toast
  const top = edge === 'top' ? room.top + distance : room.bottom - distance - height
  return { left, right, top, bottom: top + height }
}

/** Whether less than `space` is between the two, from top to bottom, where one is above the other. */
function touches(box: Box, other: Box, space: number): boolean {
  return (
    box.left < other.right &&
    other.left < box.right &&
    box.top < other.bottom + space &&
    other.top - space < box.bottom
  )
}
