import '#web/ui/library-styles.ts'
import { Button, FileButton, Textarea } from '@mantine/core'
import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import * as formClasses from '#web/parts/form/form.module.css'
import { mostFileBytes, textIn } from '#web/screens/admin/csv-file.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { countsText } from './import-words.ts'
import * as classes from './teams.module.css'
import { useTeamImport } from './use-team-import.ts'

/** A list in CSV, what it would do, and the button that does it. */
export function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useTeamImport({
    onRefused: () => field.current?.focus(),
    onImported: ({ skipped }) => {
      if (skipped === 0) onClose()
      else heading.current?.focus()
    },
  })
  const { outcome, isPreviewing, isImporting, failure } = list
  const isDone = outcome?.isPreview === false
  const canImport = outcome?.isPreview === true && outcome.moved > 0
  return (
    <div className={formClasses.form}>
      <Textarea
        ref={field}
        label="List in CSV"
        description="The first line is username,team or email,team. A line without a team takes a member out of theirs."
        required
        rows={8}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        value={list.text}
        onChange={({ currentTarget: { value } }) => list.write(value)}
        error={list.error}
        classNames={{ input: classes.list }}
      />
      <div className={classes.tools}>
        <FileChoice onRead={list.write} onRefused={list.refuse} />
        <PendingButton
          variant={outcome === null ? 'filled' : 'default'}
          isPending={isPreviewing}
          pendingText="Reading…"
          onClick={list.preview}
        >
          Preview
        </PendingButton>
      </div>
      <p className="visually-hidden" role="status">
        {outcome && `${countsText(outcome)}.`}
      </p>
      {outcome && <ImportOutcome outcome={outcome} heading={heading} />}
      {failure !== null && <FailureNote text={failure} />}
      <div className={formClasses.buttons}>
        <Button variant="subtle" onClick={onClose}>
          {isDone ? 'Close' : 'Cancel'}
        </Button>
        {canImport && (
          <PendingButton isPending={isImporting} pendingText="Importing…" onClick={list.importAll}>
            Import
          </PendingButton>
        )}
      </div>
    </div>
  )
}

interface FileChoiceProps {
  readonly onRead: (text: string) => void
  readonly onRefused: (problem: string) => void
}

/** Reads a list from a file, in the browser. */
function FileChoice({ onRead, onRefused }: FileChoiceProps) {
  const reset = useRef<() => void>(null)
  const [name, setName] = useState<string | null>(null)
  async function read(file: File | null): Promise<void> {
    if (!file) return
    // The same file can be chosen again after it was changed.
    reset.current?.()
    setName(null)
    if (file.size > mostFileBytes) return onRefused('The file is larger than 8 MB')
    try {
      onRead(textIn(new Uint8Array(await file.arrayBuffer())))
      setName(file.name)
    } catch {
      onRefused('The file could not be read')
    }
  }
  return (
    <div className={classes.file}>
      <FileButton
        resetRef={reset}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(file) => void read(file)}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<FileText size={16} aria-hidden />}>
            Choose file
          </Button>
        )}
      </FileButton>
      <p className={classes.note} role="status">
        {name !== null && `${name} was read.`}
      </p>
    </div>
  )
}
