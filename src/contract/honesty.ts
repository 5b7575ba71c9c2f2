import type { HonestySettings } from '#domain/honesty.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

export const getHonesty = endpoint<{ answer: Data<HonestySettings> }>('GET', '/api/admin/honesty')

/** Replaces the settings. Caps apply from the next report on and change no earned points. */
export const putHonesty = endpoint<{ body: HonestySettings; answer: Data<HonestySettings> }>(
  'PUT',
  '/api/admin/honesty',
)
