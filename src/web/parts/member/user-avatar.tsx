import { Avatar } from '@mantine/core'
import { loadablePicture } from '#domain/pictures.ts'
import { initialsOf } from './initials.ts'

interface UserAvatarProps {
  readonly name: string
  /** Any stored address. One that is not http(s) is not loaded. */
  readonly src: string | null | undefined
  /** Pixels. */
  readonly size: number
  /** Leave out if the name is beside the picture, so that it is not read twice. */
  readonly alt?: string
}

/** A person's picture, or their initials if there is none or it does not load. */
export function UserAvatar({ name, src, size, alt = '' }: UserAvatarProps) {
  const isDecorative = alt === ''
  return (
    <Avatar
      src={loadablePicture(src)}
      alt={alt}
      size={size}
      radius="xl"
      className="user-avatar"
      aria-hidden={isDecorative || undefined}
      imageProps={{ referrerPolicy: 'no-referrer', loading: 'lazy', decoding: 'async' }}
    >
      {initialsOf(name)}
    </Avatar>
  )
}
