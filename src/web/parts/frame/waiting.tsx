import { Brand } from './brand.tsx'
import * as classes from './waiting.module.css'

/** The areas that a screen will have; a `bare` one has no bars. */
export type WaitingShape = keyof typeof blocks

interface WaitingProps {
  readonly text: string
  readonly shape?: WaitingShape
}

const blocks = {
  dashboard: ['stage', 'tile', 'tile', 'tile', 'tile', 'card', 'side'],
  feed: ['title', 'side', 'card', 'end'],
  page: ['title', 'card', 'card'],
  bare: [],
} as const

/** Stands for a whole screen that is loading: the bars, and grey shapes. They appear after a short delay. */
export function Waiting({ text, shape = 'page' }: WaitingProps) {
  if (shape === 'bare') {
    return (
      <main aria-busy="true">
        <Status text={text} />
      </main>
    )
  }
  return (
    <>
      <header className="bar">
        <div className="bar-inner">
          <span className={classes.home}>
            <Brand />
          </span>
          <span className={classes.tools} aria-hidden="true">
            <span className={classes.meter} />
            <span className={classes.round} />
            <span className={classes.face} />
          </span>
        </div>
      </header>
      <main aria-busy="true" className={classes.main}>
        <Status text={text} />
        <div className={classes.shapes} data-shape={shape} aria-hidden="true">
          {blocks[shape].map((area, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change their order
            <span key={index} className={classes.block} data-area={area} />
          ))}
        </div>
      </main>
      <div className={classes.foot} aria-hidden="true" />
    </>
  )
}

function Status({ text }: { readonly text: string }) {
  return (
    <h1 className={classes.text}>
      <span role="status">{text}</span>
    </h1>
  )
}
