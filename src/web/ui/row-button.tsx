import type { ComponentProps, ComponentType } from 'react'
import * as classes from './row-button.module.css'

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'className' | 'title'> {
  /** What it does and to what, as in "Edit post by Ana Lima". */
  readonly label: string
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
}

/** A small quiet button with an icon, for the rows of a table. */
export function RowButton({ label, icon: Icon, ...rest }: RowButtonProps) {
  return (
    <button {...rest} type="button" className={classes.button} aria-label={label} title={label}>
      <Icon size={15} aria-hidden />
    </button>
  )
}
