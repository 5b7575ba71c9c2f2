import type { LinkedPost } from '#contract/links.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './trackable-link.module.css'

/** A post that people opened with the member's link. */
export function LinkedPostRow({ post }: { readonly post: LinkedPost }) {
  const { authorName, platform, excerpt, link, clicks, people, points } = post
  const copying = useCopy(link)
  const name = `the post by ${authorName} on ${platformNames[platform]}`
  return (
    <li className={classes.post}>
      <div className={classes.what}>
        <p className={classes.excerpt} dir="auto">
          {excerpt || 'A post without text'}
        </p>
        <p className={classes.meta}>
          <bdi>{authorName}</bdi> · {platformNames[platform]}
        </p>
        <p className={classes.meta}>
          {counted(clicks, 'click')} · {countedPeople(people)} · {counted(points, 'point')}
        </p>
      </div>
      <CopyButton copying={copying} what={`the link to ${name}: ${excerpt}`} isSmall />
      {copying.refusals > 0 && (
        <div className={classes.refused}>
          <CopyField label={`Your link to ${name}`} text={link} copying={copying} />
        </div>
      )}
    </li>
  )
}

export function countedPeople(people: number): string {
  return counted(people, 'person', 'people')
}
