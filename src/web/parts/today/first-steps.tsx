import { Check } from 'lucide-react'
import { useId } from 'react'
import type { Today } from '#contract/today.ts'
import type { CurrentUser } from '#contract/users.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useAchievements } from '#web/api/achievements.ts'
import { useWaitingPosts } from '#web/api/posts.ts'
import { Badge } from '#web/parts/achievement/badge.tsx'
import { FirstName } from '#web/parts/member/first-name.tsx'
import * as classes from './first-steps.module.css'
import { useFirstStep } from './opened-post.ts'
import { Rings } from './stage-rings.tsx'
import { headlineOf } from './stage-words.ts'
import * as stageClasses from './today-stage.module.css'

interface FirstStepsProps {
  readonly user: CurrentUser
  readonly today: Today
  readonly size: 'wide' | 'small'
}

/** The way of a new member to their first report, in three steps that tick themselves. */
export function FirstSteps({ user, today, size }: FirstStepsProps) {
  const id = useId()
  const reached = useFirstStep(user.id)
  const done = reached === null ? 0 : reached === 'opened' ? 1 : 2
  const platform = today.posts.find(({ link }) => link !== null)?.platform
  const steps = [
    {
      title: 'Open a post',
      text: platform ? `It opens on ${platformNames[platform]}, in a new tab.` : 'It opens in a new tab.',
    },
    { title: 'Like it there', text: 'With your own account, if you mean it.' },
    { title: 'Come back and tick it here', text: 'Press “I liked”. Five minutes to undo.' },
  ]
  return (
    <section className={stageClasses.stage} data-size={size} data-first aria-labelledby={id}>
      <Rings />
      <div className={classes.head}>
        <div>
          <p className={stageClasses.overline}>
            Welcome, <FirstName person={user} />
          </p>
          <h2 id={id} className={stageClasses.headline}>
            {headlineOf('first', today.waiting)}
          </h2>
        </div>
        {size === 'wide' && <FirstReward />}
      </div>
      <ol className={classes.steps}>
        {steps.map(({ title, text }, at) => (
          <li
            key={title}
            className={classes.step}
            data-state={at < done ? 'done' : at === done ? 'now' : undefined}
            aria-current={at === done ? 'step' : undefined}
          >
            <span className={classes.number}>
              {at < done ? <Check size={16} aria-hidden /> : at + 1}
              {at < done && <span className="visually-hidden">Done: </span>}
            </span>
            <div>
              <b>{title}</b>
              {size === 'wide' && <p>{text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the first report earns: its own points, and those of the badge that comes with it. */
function FirstReward() {
  const like = useWaitingPosts().data?.data[0]?.worth.like ?? 0
  const badge = useAchievements().data?.data.find(({ id }) => id === 'first_steps')
  if (!badge || like <= 0) return null
  return (
    <p className={classes.reward}>
      <Badge icon={badge.icon} rarity={badge.rarity} size={34} />
      <span>
        First report: <b>+{like.toLocaleString('en-US')}</b> and{' '}
        <b>
          {badge.name}
          {badge.points > 0 && `, +${badge.points.toLocaleString('en-US')}`}
        </b>
      </span>
    </p>
  )
}
