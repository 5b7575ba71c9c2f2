import '#web/ui/library-styles.ts'
import { Button, Popover, Switch } from '@mantine/core'
import { Keyboard } from 'lucide-react'
import { preferences, usePreferences } from '#web/app/preferences.ts'
import * as classes from './keyboard-hint.module.css'

/** A key, and what it does. */
export type KeyWords = readonly [key: string, act: string]

/** Which keys answer the rows, and a switch for those whose software types letters for them. */
export function KeyboardHint({ keys }: { readonly keys: readonly KeyWords[] }) {
  const { hasReviewKeys } = usePreferences()
  return (
    <div className={classes.hint}>
      <Popover position="bottom-end" width={260} trapFocus returnFocus transitionProps={{ duration: 0 }}>
        <Popover.Target>
          <Button variant="subtle" size="xs" leftSection={<Keyboard size={16} aria-hidden />}>
            Keyboard
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Keyboard">
          <dl className={classes.keys}>
            {keys.map(([key, act]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{act}</dd>
              </div>
            ))}
          </dl>
          <Switch
            label="Use these keys"
            checked={hasReviewKeys}
            onChange={(event) => preferences.change({ hasReviewKeys: event.currentTarget.checked })}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

export const moveKeys: readonly KeyWords[] = [
  ['J', 'Next row'],
  ['K', 'Row before'],
]
