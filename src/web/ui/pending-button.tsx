import { Button, type ButtonProps } from '@mantine/core'

interface PendingButtonProps extends ButtonProps {
  readonly type?: 'submit' | 'button'
  readonly isPending: boolean
  /** What it says meanwhile. */
  readonly pendingText: string
  readonly onClick?: () => void
}

/** A button that says so while its work is under way. It stays enabled, because a disabled one loses the focus. */
export function PendingButton({ isPending, pendingText, children, ...rest }: PendingButtonProps) {
  return (
    <Button type="button" {...rest} aria-disabled={isPending || undefined}>
      {isPending ? pendingText : children}
    </Button>
  )
}
