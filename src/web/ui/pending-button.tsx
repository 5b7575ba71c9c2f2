import { Button, type ButtonProps } from '@mantine/core'

interface PendingButtonProps extends ButtonProps {
  readonly type?: 'submit' | 'button'
  readonly isPending: boolean
  /** The text while its work is pending. */
  readonly pendingText: string
  readonly onClick?: () => void
}

/** A button that shows when its work is pending. It stays enabled, because a disabled button loses the focus. */
export function PendingButton({ isPending, pendingText, children, ...rest }: PendingButtonProps) {
  return (
    <Button type="button" {...rest} aria-disabled={isPending || undefined}>
      {isPending ? pendingText : children}
    </Button>
  )
}
