import '#web/ui/library-styles.ts'
import { Checkbox, NativeSelect } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import type { BoardSettings as Settings } from '#domain/board-settings.ts'
import { weekdays } from '#domain/board-windows.ts'
import { roles } from '#domain/vocabulary.ts'
import { useBoardSettings, useChangeBoardSettings } from '#web/api/board-settings.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { roleNames } from '#web/parts/member/role-names.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { toast } from '#web/ui/toasts.ts'
import { dayNames } from './day-names.ts'
import * as classes from './settings-fields.module.css'

/** When a week of the boards begins, and which roles have no place on boards. */
export function BoardSettings() {
  return (
    <TabSection
      title="Boards"
      text="Members without a place still earn points and see their own. Changes apply immediately."
    >
      <QueryState
        query={useBoardSettings()}
        what="settings of the boards"
        skeleton={<SkeletonRows count={2} height={40} hasAvatar={false} />}
      >
        {({ data }) => <Fields settings={data} />}
      </QueryState>
    </TabSection>
  )
}

function Fields({ settings }: { readonly settings: Settings }) {
  const { mutateAsync } = useChangeBoardSettings()
  const { isPending, failure, attempt } = useAttempt({
    title: 'Failed to save the setting',
    fallback: 'Please try again later.',
  })
  const save = async (change: Partial<Settings>) => {
    if ((await attempt(() => mutateAsync(change))) === 'done')
      toast({ kind: 'success', title: 'Settings of the boards saved' })
  }
  const { weekStartsOn, leaveOutRoles } = settings
  const toggled = (role: (typeof roles)[number]) =>
    roles.filter((each) => (each === role) !== leaveOutRoles.includes(each))
  return (
    <div className={classes.fields} aria-busy={isPending}>
      <NativeSelect
        className={classes.choice}
        label="A week begins on"
        value={String(weekStartsOn)}
        error={failure}
        rightSection={<ChevronDown size={16} aria-hidden />}
        onChange={(event) => {
          const chosen = weekdays.find((day) => String(day) === event.currentTarget.value)
          if (chosen !== undefined) void save({ weekStartsOn: chosen })
        }}
      >
        {weekdays.map((day) => (
          <option key={day} value={day}>
            {dayNames[day - 1]}
          </option>
        ))}
      </NativeSelect>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>Roles without a place on boards and in contests</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={roleNames[role]}
            checked={leaveOutRoles.includes(role)}
            onChange={() => void save({ leaveOutRoles: toggled(role) })}
          />
        ))}
      </fieldset>
    </div>
  )
}
