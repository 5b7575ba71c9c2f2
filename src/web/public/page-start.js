// Runs before the first paint, so that neither the system's theme nor a bar flashes in.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {
    // Without storage the system decides.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  // The screens for signing in have no bar.
  const isBare = /^\/(admin-)?login/.test(location.pathname)
  document.documentElement.toggleAttribute('data-bare', isBare)
})()

// F8 leads to the notifications before any other script is there. Once theirs has come, it does so itself.
addEventListener('keydown', ({ key }) => {
  if (key === 'F8') document.getElementById('notifications')?.focus()
})
