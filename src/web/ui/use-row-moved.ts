import { useEffect, useRef, useState } from 'react'

interface Expected {
  readonly id: string
  /** The position of a row that will disappear; null for one that will appear. */
  readonly place: number | null
}

/**
 * Moves the focus when a row disappears or comes back. Once the named row is off the screen, or on it, `onMoved` gets
 * its old or new position.
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
