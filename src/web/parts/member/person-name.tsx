import { createContext, type ReactNode, useContext } from 'react'
import classes from './person-name.module.css'
import { isSameName, type Named, nameAmong, noSameNames, type SameNames, sameNamesOf } from './same-names.ts'

const Same = createContext<SameNames>(noSameNames)

interface AmongPeopleProps {
  /** Everybody whose name stands in this list, in any order. */
  readonly people: readonly Named[]
  readonly children: ReactNode
}

/** Around a list of people: those who have the same name are told apart by their usernames. */
export function AmongPeople({ people, children }: AmongPeopleProps) {
  return <Same value={sameNamesOf(people)}>{children}</Same>
}

interface PersonNameProps {
  readonly person: Named
  readonly className?: string | undefined
}

/** A person's name on one line; a long one ends in an ellipsis, and its title has all of it. */
export function PersonName({ person, className }: PersonNameProps) {
  const same = useContext(Same)
  return (
    <span className={className === undefined ? classes.person : `${classes.person} ${className}`}>
      <bdi className={classes.name} title={nameAmong(same, person)}>
        {person.displayName}
      </bdi>
      {isSameName(same, person) && (
        <>
          {' '}
          <bdi className={classes.username} title={person.username}>
            {person.username}
          </bdi>
        </>
      )}
    </span>
  )
}
