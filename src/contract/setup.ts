import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** The steps of the first hour, in order. */
export const setupStepKeys = [
  'signed_in',
  'chat',
  'members',
  'first_post',
  'points_rules',
  'first_contest',
] as const
export type SetupStepKey = (typeof setupStepKeys)[number]

export interface SetupStep {
  readonly key: SetupStepKey
  readonly done: boolean
}

/** What creates the workspace's Slack app. */
export interface SlackAppDraft {
  /** Slack's page with the manifest filled in; null where the address would be longer than browsers accept. */
  readonly createUrl: string | null
  /** The manifest, as JSON. */
  readonly manifest: string
  /** The variables that are still missing, one in each line, with their values left to fill in. */
  readonly settings: string
}

export interface Setup {
  /** Whether an administrator has hidden the card, for the whole workspace. */
  readonly hidden: boolean
  readonly steps: readonly SetupStep[]
  readonly slackApp: SlackAppDraft
}

export const getSetup = endpoint<{ answer: Data<Setup> }>('GET', '/api/admin/setup')

/** Omitted fields stay as they are; at least one is required. */
export interface SetupChange {
  readonly hidden?: boolean
  /** Says that somebody has looked at the points rules, which completes that step. */
  readonly pointsRulesSeen?: true
}

export const changeSetup = endpoint<{ body: SetupChange; answer: Data<Setup> }>('PUT', '/api/admin/setup')
