/** `+1,500` or `−15`. */
export function signedPoints(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en-US')}`
}
