import { type Platform, platformNames } from '#domain/vocabulary.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import * as classes from './post-list.module.css'

const order = ['linkedin', 'instagram', 'tiktok', 'twitter', 'facebook', 'youtube'] as const

interface NetworkFilterProps {
  /** Null for every network. */
  readonly platform: Platform | null
  readonly onChange: (platform: Platform | null) => void
}

/** Narrows the posts to one network; a second press shows all again. */
export function NetworkFilter({ platform, onChange }: NetworkFilterProps) {
  return (
    <fieldset className={classes.networks} aria-label="Only posts on">
      {order.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.network}
          aria-label={platformNames[each]}
          title={platformNames[each]}
          aria-pressed={each === platform}
          onClick={() => onChange(each === platform ? null : each)}
        >
          <PlatformMark platform={each} size={18} />
        </button>
      ))}
    </fieldset>
  )
}
