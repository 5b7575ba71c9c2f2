import '#web/ui/library-styles.ts'
import { Checkbox, NativeSelect } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import type { StreakRulesAndHolidays } from '#contract/streaks.ts'
import { weekdays } from '#domain/board-windows.ts'
import { streakModes } from '#domain/streak-rules.ts'
import { useChangeStreakRules, useStreakRules } from '#web/api/streaks.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { toast } from '#web/ui/toasts.ts'
import { dayNames } from './day-names.ts'
import { Holidays } from './holidays.tsx'
import * as classes from './settings-fields.module.css'

const modeNames = { every_day: 'Every day', working_days: 'On working days' } as const

/** What keeps streaks alive: the days that need a report, holidays and freezes. */
export function StreakSettings() {
  return (
    <TabSection
      title="Streaks"
      text="New rules hold from today on. Days before keep the rules that held on them."
    >
      <QueryState
        query={useStreakRules()}
        what="rules of streaks"
        skeleton={<SkeletonRows count={3} height={40} hasAvatar={false} />}
      >
        {({ data }) => <Fields rules={data} />}
      </QueryState>
    </TabSection>
  )
}

function Fields({ rules }: { readonly rules: StreakRulesAndHolidays }) {
  const { mutateAsync } = useChangeStreakRules()
  const { isPending, failure, attempt } = useAttempt({
    title: 'Failed to save the rules',
    fallback: 'Please try again later.',
  })
  const save = async (change: Partial<StreakRulesAndHolidays>) => {
    const result = await attempt(() => mutateAsync(change))
    if (result === 'done') toast({ kind: 'success', title: 'Rules of streaks saved' })
    return result === 'done'
  }
  const { mode, workingDays, holidays, freezes } = rules
  return (
    <div className={classes.parts} aria-busy={isPending}>
      {failure !== null && <FailureNote text={failure} />}
      <div className={classes.fields}>
        <NativeSelect
          className={classes.choice}
          label="A streak needs a report"
          value={mode}
          rightSection={<ChevronDown size={16} aria-hidden />}
          onChange={(event) => {
            const chosen = streakModes.find((each) => each === event.currentTarget.value)
            if (chosen) void save({ mode: chosen })
          }}
        >
          {streakModes.map((each) => (
            <option key={each} value={each}>
              {modeNames[each]}
            </option>
          ))}
        </NativeSelect>
        {mode === 'working_days' && (
          <fieldset className={classes.choices}>
            <legend className={classes.legend}>Working days</legend>
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                label={dayNames[day - 1]}
                checked={workingDays.includes(day)}
                onChange={() =>
                  void save({
                    workingDays: weekdays.filter((each) => (each === day) !== workingDays.includes(each)),
                  })
                }
              />
            ))}
          </fieldset>
        )}
        <Checkbox
          label="Members earn freezes"
          description="Ten reports in a month earn one. It keeps a streak over a missed day. At most two are kept."
          checked={freezes}
          onChange={() => void save({ freezes: !freezes })}
        />
      </div>
      {mode === 'working_days' && <Holidays days={holidays} onChange={(days) => save({ holidays: days })} />}
    </div>
  )
}
