import { useId } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import { anglesFor } from '#domain/angles.ts'
import { useCurrentUser } from '#web/api/session.ts'
import * as classes from './prompts.module.css'

interface PromptsProps {
  readonly post: Pick<FeedPost, 'id' | 'question' | 'angles'>
  /** On the dashboard they take one line. */
  readonly place: 'dashboard' | 'feed'
}

/** The author's question, and the angles in the order of this member: hints, and never text to copy. */
export function Prompts({ post: { id, question, angles }, place }: PromptsProps) {
  const { user } = useCurrentUser()
  if (!user || (question === null && angles.length === 0)) return null
  const prompts = { question, angles: anglesFor(angles, { postId: id, userId: user.id }) }
  return place === 'feed' ? <WholePrompts {...prompts} /> : <PromptsLine {...prompts} />
}

const forComment = 'An idea for your comment:'
const fromAuthor = 'The author asks:'

interface OrderedProps {
  readonly question: string | null
  /** In the order of the member. */
  readonly angles: readonly string[]
}

function WholePrompts({ question, angles }: OrderedProps) {
  const id = useId()
  return (
    <div className={classes.prompts}>
      {question !== null && (
        <p className={classes.question} dir="auto">
          {question}
        </p>
      )}
      {angles.length > 0 && (
        <>
          <p id={id}>{angles.length === 1 ? 'An idea' : 'Ideas'} for your comment, in your own words:</p>
          <ul className={classes.angles} aria-labelledby={id}>
            {angles.map((angle) => (
              <li key={angle} dir="auto">
                {angle}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** The angle that is first for the member, which is another one for most colleagues, and the question. */
function PromptsLine({ question, angles: [first] }: OrderedProps) {
  const whole = [first && `${forComment} ${first}`, question && `${fromAuthor} ${question}`].filter(Boolean)
  return (
    <p className={classes.line} title={whole.join(' · ')}>
      {first !== undefined && (
        <>
          {forComment} <bdi className={classes.question}>{first}</bdi>
        </>
      )}
      {first !== undefined && question !== null && ' · '}
      {question !== null && (
        <>
          {fromAuthor} <bdi className={classes.question}>{question}</bdi>
        </>
      )}
    </p>
  )
}
