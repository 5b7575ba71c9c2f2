import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'

interface ThemeChoice {
  readonly value: 'auto' | 'light' | 'dark'
  readonly label: string
  readonly Icon: LucideIcon
}

/** The themes to choose from. The browser stores the choice. */
export const themeChoices: readonly ThemeChoice[] = [
  { value: 'auto', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
]
