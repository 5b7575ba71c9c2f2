import '#web/ui/library-styles.ts'
import { Combobox, useCombobox } from '@mantine/core'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ListedUser } from '#contract/users.ts'
import { type Role, roles } from '#domain/vocabulary.ts'
import { useChangeRole } from '#web/api/users.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { roleNames } from '#web/parts/member/role-names.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './role-select.module.css'

const words = {
  title: 'Failed to update role',
  fallback: 'Please try again later.',
  isToastFixed: true,
} as const

/** The role dropdown of a member. The arrow keys only move through the list; Enter or a click saves at once. */
export function RoleSelect({ user }: { readonly user: ListedUser }) {
  const { displayName, role = 'user' } = user
  const list = useCombobox({
    onDropdownOpen: () => list.selectActiveOption(),
    onDropdownClose: () => list.resetSelectedOption(),
  })
  const { chosen, failure, choose } = useChoice(user)
  const shown = chosen ?? role
  return (
    <>
      <Combobox
        store={list}
        width={180}
        position="bottom-start"
        // Not in a portal, to stay in the page's landmark; fixed, so that the scrolling table does not clip it.
        withinPortal={false}
        floatingStrategy="fixed"
        onOptionSubmit={(value) => {
          list.closeDropdown()
          list.focusTarget()
          const wanted = roles.find((known) => known === value)
          if (wanted && wanted !== role) void choose(wanted)
        }}
      >
        <Combobox.Target targetType="button">
          <button
            type="button"
            className={classes.button}
            aria-label={`Role of ${displayName}: ${roleNames[shown]}`}
            onClick={() => list.toggleDropdown()}
          >
            {roleNames[shown]}
            <ChevronDown size={14} aria-hidden />
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={`Role of ${displayName}`}>
            {roles.map((each) => (
              <Combobox.Option key={each} value={each} active={each === shown}>
                <span className={classes.option}>
                  {roleNames[each]}
                  {each === shown && <Check size={14} aria-hidden />}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {failure !== null && <p className={classes.failure}>{failure}</p>}
    </>
  )
}

/** The chosen role from the press until the server answers, and the reason if it refuses. */
function useChoice({ id, role = 'user' }: ListedUser) {
  const { mutateAsync } = useChangeRole()
  const { attempt } = useAttempt(words)
  const [chosen, setChosen] = useState<Role | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (wanted: Role) => {
    setChosen(wanted)
    setFailure(null)
    const outcome = await attempt(() => mutateAsync({ id, role: wanted, seen: { role } }))
    setChosen(null)
    if (outcome === 'done') {
      toast({ kind: 'success', title: 'User role updated', description: `Changed to ${roleNames[wanted]}` })
    } else if (outcome !== 'under way') setFailure(outcome.inline)
  }
  return { chosen, failure, choose }
}
