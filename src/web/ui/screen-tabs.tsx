import './library-styles.ts'
import { Tabs } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import * as classes from './screen-tabs.module.css'

export interface ScreenTab {
  /** The tab's value of `?tab=` in the address. The first tab is the default and has none. */
  readonly value: string
  readonly label: string
  readonly content: ReactNode
  /** Keeps what was typed in it while another tab is open. */
  readonly isKept?: boolean
  /** Preloads the tab's script. */
  readonly preload?: () => void
}

interface ScreenTabsProps {
  /** The name of the tab list. */
  readonly label: string
  readonly tabs: readonly [ScreenTab, ...ScreenTab[]]
  /** For more tabs than fit on a phone: they stay in one line, which scrolls. */
  readonly isLong?: boolean
  /** Shown between the tabs and the open one's content, whichever is open. */
  readonly above?: ReactNode
}

/** A screen's tabs. The open tab is part of the address. */
export function ScreenTabs({ label, tabs, isLong = false, above }: ScreenTabsProps) {
  const [parameters, setParameters] = useSearchParams()
  const [first] = tabs
  const { value: open } = tabs.find(({ value }) => value === parameters.get('tab')) ?? first
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[role="tab"][data-value="${open}"]`)
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [open])
  useFocusOnOpened(list, open)
  useHiddenSides(list, isLong)
  return (
    <Tabs
      value={open}
      onChange={(chosen) => {
        setParameters(chosen && chosen !== first.value ? { tab: chosen } : {}, { replace: true })
      }}
      // The arrow keys only move the focus; Enter or Space opens a tab.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{
        tab: classes.tab,
        list: isLong ? classes.longList : classes.tabs,
        panel: classes.panel,
      }}
    >
      <div className={isLong ? classes.longBox : undefined}>
        <Tabs.List ref={list} aria-label={label}>
          {tabs.map(({ value, label: name, preload }) => (
            <Tabs.Tab
              key={value}
              value={value}
              data-value={value}
              onMouseEnter={preload}
              onFocus={preload}
              onTouchStart={preload}
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {above}
      {tabs.map(({ value, content, isKept = false }) => (
        <Tabs.Panel key={value} value={value} keepMounted={isKept}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Gives the focus to a tab that a link opened which is hidden now, along with the tab that it was in. */
function useFocusOnOpened(list: RefObject<HTMLElement | null>, open: string): void {
  const before = useRef(open)
  useEffect(() => {
    if (before.current === open) return
    before.current = open
    const focused = document.activeElement
    if (focused !== document.body && focused?.checkVisibility()) return
    list.current
      ?.querySelector<HTMLElement>(`[role="tab"][data-value="${open}"]`)
      ?.focus({ preventScroll: true })
  }, [list, open])
}

/** Says on a list that scrolls sideways, as `data-more`, on which sides of it more is hidden. */
function useHiddenSides(list: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const element = list.current
    if (!element || !isWanted) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const before = scrollLeft >= 1 ? 'before' : ''
      element.dataset.more = scrollWidth - clientWidth - scrollLeft >= 1 ? `${before} after` : before
    }
    // The tabs grow when the font arrives.
    const sizes = new ResizeObserver(look)
    for (const part of [element, ...element.children]) sizes.observe(part)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list, isWanted])
}
