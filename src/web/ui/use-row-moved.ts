import { useEffect, useRef, useState } from 'react'

interface Expected {
  readonly id: string
  /** Where the row stood that is to go; null for one that is to come. */
  readonly place: number | null
}

/**
 * For when a row goes, or comes back, and the focus is to follow. Once the row that was named is off the screen, or on it,
 * `onMoved` is called with the place at which it stood or stands.
 */
export function useRowMoved<Row extends { readonly id: string }>(
  rows: readonly Row[],
  onMoved: (place: number) => void,
) {
  const [expected, setExpected] = useState<Expected | null>(null)
  const now = expected === null ? -1 : rows.findIndex(({ id }) => id === expected.id)
  const isMoved = expected !== null && (now === -1) === (expected.place !== null)
  const moved = useRef(onMoved)
  moved.current = onMoved
  useEffect(() => {
    if (!isMoved || !expected) return
    setExpected(null)
    moved.current(expected.place ?? now)
  }, [isMoved, expected, now])
  return {
    going: ({ id }: Row) => setExpected({ id, place: rows.findIndex((row) => row.id === id) }),
    coming: ({ id }: Row) => setExpected({ id, place: null }),
  }
}
