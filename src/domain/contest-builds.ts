/** How many percent of new standings are done, at most 99: when they are all done, they are in use. */
export function donePercent(done: number, inAll: number): number {
  return inAll === 0 ? 0 : Math.min(99, Math.floor((done / inAll) * 100))
}
