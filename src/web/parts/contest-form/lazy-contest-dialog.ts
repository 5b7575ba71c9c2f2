import { lazyDialog } from '#web/app/lazy.tsx'

/** The dialog that creates and edits contests, for whoever opens it. */
export const contestDialog = lazyDialog(async () => (await import('./contest-dialog.tsx')).ContestDialog)
