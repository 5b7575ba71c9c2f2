import type { Contest } from '#contract/contests.ts'
import { Loading, SkeletonRows } from '#web/ui/query-state.tsx'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import type { ContestDraft } from './contest-draft.ts'
import { describedOf } from './contest-fields.ts'
import { ContestForm } from './contest-form.tsx'
import { useNextDraft } from './use-next-draft.ts'

interface ContestDialogProps extends DialogProps {
  /** Null or missing for a new one. */
  readonly contest?: Contest | null
  /** What a new one is filled in with; by default the next month without a contest. */
  readonly draft?: ContestDraft | null
  /** Changes each time the dialog opens. */
  readonly opening: number
}

/** Creates or edits a contest. */
export function ContestDialog({
  isOpen,
  onClose,
  contest = null,
  draft = null,
  opening,
}: ContestDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={contest ? 'Edit Contest' : 'Create Contest'}>
      {/* A dialog that is reopened while it closes must not keep its old fields. */}
      {contest || draft ? (
        <ContestForm
          key={opening}
          contest={contest}
          opened={describedOf(contest ?? draft)}
          start={contest ? 'title' : 'prize'}
          onClose={onClose}
        />
      ) : (
        <NextContestForm key={opening} onClose={onClose} />
      )}
    </WideDialog>
  )
}

/** A new contest for the next month without one. */
function NextContestForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const draft = useNextDraft()
  if (draft === undefined) {
    return (
      <Loading what="next month">
        <SkeletonRows count={5} height={40} hasAvatar={false} />
      </Loading>
    )
  }
  return <ContestForm contest={null} opened={describedOf(draft)} start="title" onClose={onClose} />
}
