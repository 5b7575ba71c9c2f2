import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import type { UserId } from '#domain/ids.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import * as classes from './person-name.module.css'
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
  /** The member whose card the name opens when it is pressed. Without it the name is plain text. */
  readonly cardOf?: UserId | undefined
  readonly className?: string | undefined
}

/** A person's name on one line; a long one ends in an ellipsis, and its title has all of it. */
export function PersonName({ person, cardOf, className }: PersonNameProps) {
  const same = useContext(Same)
  const whole = nameAmong(same, person)
  const name = (
    <bdi className={classes.name} title={whole}>
      {person.displayName}
    </bdi>
  )
  return (
    <span className={className === undefined ? classes.person : `${classes.person} ${className}`}>
      {cardOf === undefined ? (
        name
      ) : (
        <CardOpener memberId={cardOf} name={whole}>
          {name}
        </CardOpener>
      )}
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

const card = lazyDialog(async () => (await import('./member-card.tsx')).MemberCard)

interface CardOpenerProps {
  readonly memberId: UserId
  readonly name: string
  readonly children: ReactNode
}

function CardOpener({ memberId, name, children }: CardOpenerProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.opener}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen)
          setOpened(true)
        }}
        {...card.onIntent}
      >
        {children}
      </button>
      {wasOpened && (
        <card.Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          memberId={memberId}
          name={name}
          opener={button}
        />
      )}
    </>
  )
}
