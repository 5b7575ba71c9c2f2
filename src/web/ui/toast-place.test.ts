import { describe, expect, test } from 'vitest'
import { type Box, placeToast } from './toast-place.ts'

/** A phone of 360 by 800 pixels: the toast takes the width between the edges. */
const phone = {
  toast: { left: 12, right: 348, height: 70 },
  room: { top: 68, bottom: 788 },
  usual: 'top',
  pressed: null,
  clear: [],
} as const

/** A window of 1280 by 800 pixels, with the toast in its corner. */
const desk = {
  toast: { left: 900, right: 1260, height: 70 },
  room: { top: 76, bottom: 780 },
  usual: 'bottom',
  pressed: null,
  clear: [],
} as const

const at = (left: number, top: number, size: Partial<Record<'width' | 'height', number>> = {}): Box => ({
  left,
  top,
  right: left + (size.width ?? 100),
  bottom: top + (size.height ?? 44),
})

describe('a toast', () => {
  test('stands at its usual edge when nothing is in the way', () => {
    expect(placeToast(phone)).toEqual({ edge: 'top', distance: 0 })
    expect(placeToast(desk)).toEqual({ edge: 'bottom', distance: 0 })
    expect(placeToast({ ...desk, pressed: at(300, 740) })).toEqual({ edge: 'bottom', distance: 0 })
  })

  test('leaves the edge near which something was pressed', () => {
    expect(placeToast({ ...phone, pressed: at(20, 90) })).toEqual({ edge: 'bottom', distance: 0 })
    expect(placeToast({ ...phone, pressed: at(20, 200) })).toEqual({ edge: 'bottom', distance: 0 })
    expect(placeToast({ ...phone, pressed: at(20, 700) })).toEqual({ edge: 'top', distance: 0 })
    expect(placeToast({ ...desk, pressed: at(950, 740) })).toEqual({ edge: 'top', distance: 0 })
  })

  test('moves inwards from what must stay clear', () => {
    const clear = [at(300, 60, { width: 32, height: 32 }), at(20, 720, { width: 320 })]
    expect(placeToast({ ...phone, clear })).toEqual({ edge: 'top', distance: 32 })
    expect(placeToast({ ...phone, clear, pressed: at(20, 100) })).toEqual({ edge: 'bottom', distance: 76 })
  })

  test('keeps at least what was pressed clear where there is no room for all', () => {
    const clear = Array.from({ length: 20 }, (_, row) => at(0, row * 40, { width: 360, height: 40 }))
    expect(placeToast({ ...phone, clear, pressed: at(20, 700) })).toEqual({ edge: 'top', distance: 0 })
    expect(placeToast({ ...phone, pressed: at(0, 0, { width: 360, height: 800 }) }).distance).toBe(0)
  })
})
