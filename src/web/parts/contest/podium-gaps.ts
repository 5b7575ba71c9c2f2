/**
 * The distances on a podium, in words: the first from the second, everybody else from the one before.
 * `points` are those of the places, best first.
 */
export function podiumGaps(points: readonly number[]): string[] {
  return points.map((own, place) => {
    const other = points[place === 0 ? 1 : place - 1] ?? own
    const gap = Math.abs(own - other)
    if (gap === 0) return 'level'
    return `${gap.toLocaleString('en-US')} ${place === 0 ? 'ahead' : 'behind'}`
  })
}
