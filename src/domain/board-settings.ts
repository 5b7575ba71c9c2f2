import type { Weekday } from './board-windows.ts'
import type { Role } from './vocabulary.ts'

/** What an administrator decides about boards and contests. */
export interface BoardSettings {
  /** The day on which a week of the boards begins. */
  readonly weekStartsOn: Weekday
  /** Members with these roles have no place. They earn points and see what is their own all the same. */
  readonly leaveOutRoles: readonly Role[]
}

export const defaultBoardSettings: BoardSettings = { weekStartsOn: 1, leaveOutRoles: [] }
