import { useEffect, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import { useReviewCounts } from '#web/api/review.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './queue-nav.module.css'
import { type QueueName, queueNames, queues } from './queues.ts'

/** The lists of the review: beside the rows on a wide screen, above them on a narrow one. */
export function QueueNav({ current }: { readonly current: QueueName }) {
  const counts = useReviewCounts().data?.data
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-queue="${current}"]`)
    if (list.current && link)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav aria-label="Queues">
      <ul ref={list} className={classes.list}>
        {queues.map(({ name, label, Icon, count, isApart }) => (
          <li key={name} data-apart={isApart || undefined}>
            <ScreenLink
              href={name === queueNames[0] ? paths.review : `${paths.review}?tab=${name}`}
              className={classes.link}
              data-queue={name}
              aria-current={name === current ? 'page' : undefined}
            >
              <Icon size={17} aria-hidden />
              {label}
              {count && counts && (
                <span className={classes.count}>
                  {counts[count].toLocaleString('en-US')}
                  <span className="visually-hidden"> waiting</span>
                </span>
              )}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
