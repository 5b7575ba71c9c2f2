import {
  type AppealId,
  asId,
  type CheckId,
  type ContestId,
  type InteractionId,
  type PointsRuleId,
  type PostId,
  type QuestId,
  type ShareId,
} from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { TestApp, TestMember } from '#test/support/app.ts'
import type { Instances } from '#test/support/instances.ts'
import { GameModel } from './game-model.ts'
import type { Outcome } from './game-records.ts'
import { moderators, usedPlatforms } from './game-steps.ts'

/** What the stories of one run have in common. */
export interface Stage {
  readonly t: TestApp
  readonly instances: Instances
  readonly members: readonly TestMember[]
  readonly admin: TestMember
  readonly posts: readonly PostId[]
  /** How often each outcome was met. */
  readonly seen: Map<string, number>
}

/** The product and the model of one story, side by side. */
export class GameStage {
  readonly model: GameModel
  readonly stage: Stage
  /** How often it was compared. */
  compared = 0
  readonly #timeZone: string
  /** Where the model's lists are in the database, by the same index. */
  readonly ids = {
    reports: [] as InteractionId[],
    rules: [] as PointsRuleId[],
    shares: [] as ShareId[],
    contests: [] as ContestId[],
    checks: [] as CheckId[],
    appeals: [] as AppealId[],
    quests: [] as QuestId[],
  }

  constructor(stage: Stage, timeZone: string) {
    this.stage = stage
    this.#timeZone = timeZone
    this.model = new GameModel({
      timeZone,
      platforms: stage.posts.map((_, nth) => platformOf(nth)),
      memberIds: stage.members.map(({ id }) => id),
      moderators,
    })
  }

  /** Those of the instance whose turn it is. */
  get deps(): Deps {
    const deps = this.stage.instances.next()
    return { ...deps, config: { ...deps.config, timeZone: this.#timeZone } }
  }

  get nowMs(): number {
    return this.stage.t.clock.now().getTime()
  }

  get acting() {
    return { member: { id: this.stage.admin.id, role: 'admin' as const }, ip: '127.0.0.1' }
  }

  member(nth: number): TestMember {
    const { members } = this.stage
    const member = members[nth % members.length]
    if (!member) throw new Error(`no member ${nth}`)
    return member
  }

  contestId(nth: number): ContestId {
    return this.ids.contests[nth] ?? asId('')
  }

  count(what: string): void {
    const { seen } = this.stage
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }

  /** Runs a step, and counts the achievements that the member has earned or lost by it. */
  async countingBadges(member: number, work: () => Promise<void>): Promise<void> {
    const before = this.model.badges(member).map(({ code }) => code)
    await work()
    const after = this.model.badges(member).map(({ code }) => code)
    for (const code of after) if (!before.includes(code)) this.count(`unlocked ${code}`)
    for (const code of before) if (!after.includes(code)) this.count(`took back ${code}`)
  }
}

export function platformOf(nth: number) {
  return usedPlatforms[nth % usedPlatforms.length] ?? 'linkedin'
}

export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code as Outcome
    throw error
  }
}

/** The newest but `back` of a list, with its place in it. */
export function lastBut<Value>(
  values: readonly Value[],
  back: number,
): { value: Value; place: number } | null {
  const place = values.length - 1 - back
  const value = values[place]
  return value === undefined ? null : { value, place }
}

export const findShareOf = statement<{ id: ShareId }>(
  'test_find_share_of',
  'select id from shares where interaction_id = $1',
)
export const findCheckOf = statement<{ id: CheckId; cause: string }>(
  'test_find_check_of',
  'select id, cause from checks where interaction_id = $1',
)
