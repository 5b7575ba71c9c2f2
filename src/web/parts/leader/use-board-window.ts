import { type BoardWindow, boardWindows } from '#domain/board-windows.ts'
import { preferences, usePreferences } from '#web/app/preferences.ts'

/** The chosen window of the team board, which this browser remembers, and how to choose. `asked` is one from an address. */
export function useBoardWindow(asked: string | null = null): [BoardWindow, (chosen: BoardWindow) => void] {
  const { boardWindow } = usePreferences()
  const known = [asked, boardWindow].map((word) => boardWindows.find((window) => window === word))
  return [known[0] ?? known[1] ?? 'all', (chosen) => preferences.change({ boardWindow: chosen })]
}
