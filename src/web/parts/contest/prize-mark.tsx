import * as classes from './prize-mark.module.css'

/** A drawn gift beside the words of a prize. Its size is that of its box. */
export function PrizeMark({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 96 96" className={className} aria-hidden="true">
      <ellipse cx="48" cy="88" rx="32" ry="4.5" className={classes.shade} />
      <path d="M19 46h58v34a6 6 0 0 1-6 6H25a6 6 0 0 1-6-6z" className={classes.box} />
      <path d="M19 46h58v6H19z" className={classes.shade} />
      <path d="M58 46h19v34a6 6 0 0 1-6 6H58z" className={classes.shade} />
      <rect x="14" y="33" width="68" height="15" rx="4.5" className={classes.lid} />
      <path d="M42 33h12v53H42z" className={classes.ribbon} />
      <path
        d="M48 32C40 13 21 12 21 22.500c0 8.500 14 10 27 9.500zm0 0c8-19 27-20 27-9.500 0 8.500-14 10-27 9.500z"
        className={classes.bow}
      />
      <circle cx="48" cy="31" r="5.500" className={classes.ribbon} />
      <path
        d="M85 13l1.700 4.300L91 19l-4.300 1.700L85 25l-1.700-4.300L79 19l4.300-1.700z"
        className={classes.spark}
      />
      <path
        d="M10 18l1.200 3.300 3.300 1.200-3.300 1.200L10 27l-1.200-3.300-3.300-1.200 3.300-1.200z"
        className={classes.spark}
      />
    </svg>
  )
}
