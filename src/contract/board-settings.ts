import type { BoardSettings } from '#domain/board-settings.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

export const getBoardSettings = endpoint<{ answer: Data<BoardSettings> }>('GET', '/api/admin/board-settings')

/** Changes the settings; what is omitted stays as it is. Points and totals stay, and places follow at once. */
export const putBoardSettings = endpoint<{ body: Partial<BoardSettings>; answer: Data<BoardSettings> }>(
  'PUT',
  '/api/admin/board-settings',
)
