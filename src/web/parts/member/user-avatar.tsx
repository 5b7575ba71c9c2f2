import { type CSSProperties, useState } from 'react'
import { loadablePicture } from '#domain/pictures.ts'
import { initialsOf } from './initials.ts'
import { tintOf } from './tint.ts'
import * as classes from './user-avatar.module.css'

export interface PersonWithFace {
  /** Decides the tint behind the initials. */
  readonly id: string
  readonly displayName: string
  /** Any stored address. One that is not http(s) is not loaded. */
  readonly avatar: string | null
}

interface UserAvatarProps {
  readonly person: PersonWithFace
  /** Pixels. */
  readonly size: number
  /** The ring of a winner. */
  readonly ring?: 'gold' | 'silver' | 'bronze' | undefined
}

/**
 * A person's picture. Until it has loaded, or if there is none, it shows their initials on a tint of their own.
 * The name always stands beside it, so screen readers skip it.
 */
export function UserAvatar({ person, size, ring }: UserAvatarProps) {
  const { id, displayName, avatar } = person
  const src = loadablePicture(avatar)
  const [outcome, setOutcome] = useState<{ readonly src: string; readonly isShown: boolean } | null>(null)
  const known = outcome?.src === src ? outcome : null
  return (
    <span
      className={classes.face}
      style={{ '--face': `${size}px` } as CSSProperties}
      data-tint={tintOf(id)}
      data-ring={ring}
      data-face
      aria-hidden
    >
      {!known?.isShown && <span>{initialsOf(displayName)}</span>}
      {src !== null && known?.isShown !== false && (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setOutcome({ src, isShown: true })}
          onError={() => setOutcome({ src, isShown: false })}
        />
      )}
    </span>
  )
}

interface FacesProps {
  readonly people: readonly PersonWithFace[]
  /** Pixels. */
  readonly size?: number
}

/** A few faces that overlap. The names stand beside them, so screen readers skip them. */
export function Faces({ people, size = 20 }: FacesProps) {
  return (
    <span className={classes.faces} aria-hidden>
      {people.map((person) => (
        <UserAvatar key={person.id} person={person} size={size} />
      ))}
    </span>
  )
}
