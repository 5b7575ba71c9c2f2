import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import classes from './screen-tabs.module.css'

export interface ScreenTab {
  /** What stands for it in the address, as `?tab=`; the first one's is left out there. */
  readonly value: string
  readonly label: string
  readonly content: ReactNode
  /** What was written in it is still there after a look at another tab. */
  readonly isKept?: boolean
}

interface ScreenTabsProps {
  /** What the tabs are of. */
  readonly label: string
  readonly tabs: readonly [ScreenTab, ...ScreenTab[]]
}

/** The parts of a screen as tabs. The open one is part of the address. */
export function ScreenTabs({ label, tabs }: ScreenTabsProps) {
  const [parameters, setParameters] = useSearchParams()
  const [first] = tabs
  const { value: open } = tabs.find(({ value }) => value === parameters.get('tab')) ?? first
  return (
    <Tabs
      value={open}
      onChange={(chosen) => {
        setParameters(chosen && chosen !== first.value ? { tab: chosen } : {}, { replace: true })
      }}
      // The arrow keys only lead to a tab; Enter or Space opens it.
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ tab: classes.tab, list: classes.tabs, panel: classes.panel }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map(({ value, label: name }) => (
          <Tabs.Tab key={value} value={value}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content, isKept = false }) => (
        <Tabs.Panel key={value} value={value} keepMounted={isKept}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
