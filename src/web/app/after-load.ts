/** Calls `act` that many milliseconds after the page has loaded. */
export function afterLoad(waitMs: number, act: () => void): void {
  const wait = () => setTimeout(act, waitMs)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
