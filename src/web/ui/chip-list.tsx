import { X } from 'lucide-react'
import * as classes from './chip-list.module.css'
import { RowButton } from './row-button.tsx'

interface ChipListProps<Key extends string> {
  readonly label: string
  readonly chips: readonly { readonly key: Key; readonly text: string }[]
  readonly onRemove: (key: Key) => void
}

/** Short texts side by side, each of which can be removed. */
export function ChipList<Key extends string>({ label, chips, onRemove }: ChipListProps<Key>) {
  return (
    <ul className={classes.chips} aria-label={label}>
      {chips.map(({ key, text }) => (
        <li key={key}>
          <span>{text}</span>
          <RowButton label={`Remove ${text}`} icon={X} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )
}
