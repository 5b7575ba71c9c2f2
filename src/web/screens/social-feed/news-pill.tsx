import { ArrowUp } from 'lucide-react'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './post-list.module.css'

interface NewsPillProps {
  readonly count: number
  readonly onPress: () => void
}

/** Says that posts have come in above what the reader sees, and leads to them. */
export function NewsPill({ count, onPress }: NewsPillProps) {
  return (
    <div className={classes.newsPlace} role="status">
      {count > 0 && (
        <button type="button" className={classes.news} onClick={onPress}>
          <ArrowUp size={16} strokeWidth={1.75} aria-hidden />
          {counted(count, 'new post')}
        </button>
      )}
    </div>
  )
}
