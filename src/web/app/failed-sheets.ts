/** Links to style sheets that could not be loaded. The build's own code requests each sheet once and no more. */
const failed = new Set<HTMLLinkElement>()
let requested: Promise<unknown> = Promise.resolve()

window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  },
  { capture: true },
)

/** Requests the style sheets again that could not be loaded. Rejects if one of them cannot be loaded now either. */
export function requestFailedSheets(): Promise<unknown> {
  if (failed.size > 0) {
    requested = Promise.all([...failed].map(requestAgain))
    failed.clear()
  }
  return requested
}

function requestAgain(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link')
  again.rel = 'stylesheet'
  again.crossOrigin = link.crossOrigin
  again.href = link.href
  link.replaceWith(again)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () =>
      reject(new Error(`The style sheet ${again.href} could not be loaded`)),
    )
  })
}
