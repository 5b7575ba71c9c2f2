import { type FeedPost, reportersCounted } from '#contract/posts.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { type Reported, reportKey } from '#web/api/interactions.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { Faces } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './reporters.module.css'

interface ReportersProps {
  readonly post: FeedPost
  readonly reported: Reported
}

/** Who reported a post: up to three faces, one's own first, and "Grace and 6 others". Nothing while nobody did. */
export function Reporters({ post, reported }: ReportersProps) {
  const { user } = useCurrentUser()
  const { count, first } = post.reporters
  const isMine = interactionTypes.some((interactionType) =>
    reported.has(reportKey({ postId: post.id, interactionType })),
  )
  const others = first.filter(({ id }) => id !== user?.id)
  const people = isMine && user ? [user, ...others].slice(0, 3) : others
  const [named] = people
  if (!named) return null
  const more = count - 1
  return (
    <p className={classes.reporters}>
      <Faces people={people} />
      <span className={classes.words}>
        {named === user ? 'You' : <FirstName person={named} />}
        {more > 0 && ` and ${count < reportersCounted ? counted(more, 'other') : `${more}+ others`}`}
        <span className="visually-hidden"> reported this post</span>
      </span>
    </p>
  )
}
