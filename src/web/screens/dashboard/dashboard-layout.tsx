import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import * as classes from './dashboard-layout.module.css'

/** The cards of the dashboard. */
export interface DashboardCards {
  /** Who won last month, if that is news. */
  readonly news: ReactNode
  readonly today: ReactNode
  readonly welcome: ReactNode
  readonly progress: ReactNode
  readonly feed: ReactNode
  readonly contest: ReactNode
  readonly board: ReactNode
  readonly streaks: ReactNode
  readonly achievements: ReactNode
  readonly activity: ReactNode
  readonly quest: ReactNode
  readonly points: ReactNode
}

interface LayoutProps extends DashboardCards {
  readonly width: DashboardWidth
  /** On a phone, the posts come before the member's own figures, of which a new member has none. */
  readonly isFeedFirst: boolean
}

/** Whether the dashboard has one column on a phone, or on a tablet, or has two or three. */
export type DashboardWidth = 'phone' | 'tablet' | 'two-columns' | 'three-columns'

/** How wide the window is, for the dashboard. */
export function useDashboardWidth(): DashboardWidth {
  const isTablet = useWidth('48em')
  const isWide = useWidth('64em')
  const isWidest = useWidth('100em')
  if (isWidest) return 'three-columns'
  if (isWide) return 'two-columns'
  return isTablet ? 'tablet' : 'phone'
}

function useWidth(least: string): boolean | undefined {
  return useMediaQuery(`(min-width: ${least})`, undefined, { getInitialValueInEffect: false })
}

/**
 * Places the cards. Each width has its own tree, because a phone needs the cards of the columns in another order, and
 * the keyboard has to reach them in the order in which they are seen. A card moves from tree to tree as it is: somebody
 * who turns the phone keeps the dialog that is open and what they have written in it.
 */
export function DashboardLayout(props: LayoutProps) {
  const { width, isFeedFirst, ...cards } = props
  const [homes] = useState(newHomes)
  const placed = { ...cards }
  for (const name of cardNames) placed[name] = cards[name] && <Place home={homes[name]} />
  return (
    <>
      <Places {...placed} width={width} isFeedFirst={isFeedFirst} />
      {cardNames.map((name) => createPortal(cards[name], homes[name], name))}
    </>
  )
}

const cardNames = [
  'news',
  'today',
  'welcome',
  'progress',
  'feed',
  'contest',
  'board',
  'streaks',
  'achievements',
  'activity',
  'quest',
  'points',
] as const satisfies readonly (keyof DashboardCards)[]

type Homes = Readonly<Record<keyof DashboardCards, HTMLElement>>

/** An element for each card. */
function newHomes(): Homes {
  const home = () => {
    const element = document.createElement('div')
    element.className = classes.home ?? ''
    return element
  }
  const homes = {} as Record<keyof DashboardCards, HTMLElement>
  for (const name of cardNames) homes[name] = home()
  return homes
}

function Place({ home }: { readonly home: HTMLElement }) {
  const takeIn = useCallback((place: HTMLElement | null) => place?.append(home), [home])
  return <div ref={takeIn} className={classes.place} />
}

function Places({ width, isFeedFirst, ...cards }: LayoutProps) {
  if (width === 'phone') return <Phone {...cards} isFeedFirst={isFeedFirst} />
  if (width === 'tablet') return <Tablet {...cards} />
  const { today, progress, feed, board, streaks, achievements, activity } = cards
  return (
    <div className={classes.columns} data-width={width}>
      <SideColumn {...cards} />
      {width === 'three-columns' ? (
        <>
          <div className={classes.column}>
            {today}
            {progress}
            {feed}
            {board}
          </div>
          <div className={classes.column}>
            {streaks}
            {achievements}
            {activity}
          </div>
        </>
      ) : (
        <div className={classes.column}>
          {today}
          {progress}
          {feed}
          <Rankings {...cards} />
          {activity}
        </div>
      )}
    </div>
  )
}

function Phone({ isFeedFirst, ...cards }: Omit<LayoutProps, 'width'>) {
  const { news, today, welcome, progress, feed, contest } = cards
  const { board, streaks, achievements, activity, quest, points } = cards
  return (
    <div className={classes.column}>
      {today}
      {isFeedFirst && feed}
      {welcome}
      {progress}
      {!isFeedFirst && feed}
      {news}
      {contest}
      {quest}
      {board}
      {streaks}
      {achievements}
      {activity}
      {points}
    </div>
  )
}

function Tablet(cards: DashboardCards) {
  const { news, today, welcome, progress, feed, contest, quest, activity, points } = cards
  return (
    <div className={classes.column}>
      {news}
      {today}
      <div className={classes.pair}>
        {contest}
        {welcome}
      </div>
      {progress}
      {feed}
      {quest}
      <Rankings {...cards} />
      {activity}
      {points}
    </div>
  )
}

/** The column that stays: once the contest has scrolled away, the member's place is at the top. */
function SideColumn({ news, contest, welcome, quest, points }: DashboardCards) {
  return (
    <div className={classes.side}>
      {news}
      {contest}
      <div className={classes.staying}>
        {welcome}
        {quest}
        {points}
      </div>
    </div>
  )
}

function Rankings({ board, streaks, achievements }: DashboardCards) {
  return (
    <div className={classes.pair}>
      {board}
      <div className={classes.stack}>
        {streaks}
        {achievements}
      </div>
    </div>
  )
}
