import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** What this instance runs, and its state. */
export interface SystemState {
  readonly mode: 'development' | 'production'
  readonly database: { readonly engine: 'embedded' | 'postgres'; readonly isConnected: boolean }
  /** Live connections to this instance. */
  readonly liveConnections: number
  readonly timeZone: string
  readonly publicUrl: string
  readonly legacyPublicUrl: string | null
  readonly version: string
  readonly startedAt: string
}

export const getSystemState = endpoint<{ answer: Data<SystemState> }>('GET', '/api/admin/system')
