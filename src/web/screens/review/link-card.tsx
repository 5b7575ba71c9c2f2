import { ExternalLink, Link2, TriangleAlert } from 'lucide-react'
import { isPlaceholderLink, safeUrl } from '#domain/posts.ts'
import * as classes from './link-card.module.css'
import * as rowClasses from './queue-row.module.css'
import { linkWords } from './review-words.ts'

interface LinkCardProps {
  readonly address: string | null
  /** The words in place of the address, such as the beginning of a post. */
  readonly title?: string
  /** What stands below them, before where the link leads. */
  readonly by?: string
}

/** What is to be looked at: a link that opens in a new tab, with where it leads in words. */
export function LinkCard({ address, title, by }: LinkCardProps) {
  const href = safeUrl(address)
  const words = href === null || isPlaceholderLink(address) ? null : linkWords(href)
  if (words === null || href === null) {
    if (title === undefined) return <NoLink />
    return (
      <div className={classes.card} data-plain>
        <CardWords title={title} below={by ?? 'No link given.'} />
      </div>
    )
  }
  return (
    <a className={classes.card} href={href} target="_blank" rel="noopener noreferrer" title={href}>
      <span className={classes.mark} aria-hidden>
        <Link2 size={20} />
      </span>
      <CardWords
        title={title ?? words.title}
        below={by === undefined ? words.place : `${by} · ${words.place}`}
      />
      <ExternalLink size={16} aria-hidden className={classes.out} />
      <span className="visually-hidden">, new tab</span>
    </a>
  )
}

function CardWords({ title, below }: { readonly title: string; readonly below: string }) {
  return (
    <span className={classes.words}>
      <bdi dir="auto" className={classes.title} title={title}>
        {title}
      </bdi>
      <span className={classes.below} title={below}>
        {below}
      </span>
    </span>
  )
}

function NoLink() {
  return (
    <p className={rowClasses.missing}>
      <TriangleAlert size={16} aria-hidden />
      No link given.
    </p>
  )
}
