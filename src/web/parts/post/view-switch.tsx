import type { PostView } from '#web/api/posts.ts'
import { Segments } from '#web/ui/segments.tsx'

interface ViewSwitchProps {
  readonly view: PostView
  /** Undefined while it is not known. */
  readonly counts: { readonly open: number; readonly all: number } | undefined
  readonly onChange: (view: PostView) => void
}

/** Switches between the posts that wait for a report and all posts. */
export function ViewSwitch({ view, counts, onChange }: ViewSwitchProps) {
  return (
    <Segments
      label="Posts shown"
      value={view}
      options={[
        { value: 'todo', label: 'To do', count: counts?.open },
        { value: 'all', label: 'All', count: counts?.all },
      ]}
      onChange={onChange}
    />
  )
}
