// Runs before the first paint, so that a stored theme does not flash in after the system's.
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
})()

// F8 leads to the notifications before any other script is there. Once theirs has come, it does so itself.
addEventListener('keydown', ({ key }) => {
  if (key === 'F8') document.getElementById('notifications')?.focus()
})
