import { Button } from '@mantine/core'
import { ReceiptText } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

/** Stands in place of a statement without entries. */
export function NoPointsYet() {
  return (
    <EmptyState
      icon={ReceiptText}
      title="No points yet"
      text="Every point you earn shows up here, with what it was for."
      action={
        <Button component={ScreenLink} href={paths.socialFeed} variant="default" mt={8}>
          Go to the Social Feed
        </Button>
      }
    />
  )
}
