import type { Group } from '../workplace/groups.ts'
import type { Person } from '../workplace/people.ts'

const handles = {
  marketing: ['tomasz.wojcik', 'aisha.bello', 'zoe.brandt', 'marta.oliveira'],
  engineering: ['kenji.watanabe', 'priya.raghavan', 'soren.kjaer', 'zoe.brandt'],
  customers: ['leila.haddad', 'jose.nunez', 'grace.kamau'],
} as const

/** The user groups of the sample team. Zoë is in two, a guest and somebody who left in one, and one is disabled. */
export function sampleGroups(people: readonly Person[]): Group[] {
  const idsOf = (wanted: readonly string[]) =>
    people.filter(({ handle }) => wanted.includes(handle)).map(({ id }) => id)
  return [
    { id: 'S0SANDMKT', name: 'Marketing', handle: 'marketing', people: idsOf(handles.marketing) },
    { id: 'S0SANDENG', name: 'Engineering', handle: 'engineering', people: idsOf(handles.engineering) },
    {
      id: 'S0SANDCUS',
      name: 'Customers & Finance',
      handle: 'customers',
      people: [...idsOf(handles.customers), 'U0SANDGUEST', 'U0SANDLEFT'],
      isListedBare: true,
    },
    { id: 'S0SANDOLD', name: 'Old Office', handle: 'old-office', people: [], isDisabled: true },
  ]
}
