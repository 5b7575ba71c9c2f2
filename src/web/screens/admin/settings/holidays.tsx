import '#web/ui/library-styles.ts'
import { Button, FileButton, TextInput } from '@mantine/core'
import { FileText } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { asDay, type Day } from '#domain/days.ts'
import { holidaysIn } from '#domain/holidays-file.ts'
import { textIn } from '#web/screens/admin/csv-file.ts'
import { ChipList } from '#web/ui/chip-list.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './settings-fields.module.css'

interface HolidaysProps {
  /** In order. */
  readonly days: readonly Day[]
  /** Answers whether the list was saved. */
  readonly onChange: (days: readonly Day[]) => Promise<boolean>
}

/** The holidays of the workspace: one can be added, a file of many read, and each removed. */
export function Holidays({ days, onChange }: HolidaysProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (more: readonly Day[]) => {
    setProblem(null)
    return onChange([...new Set([...days, ...more])].sort())
  }
  const readFile = async (file: File) => {
    const found = holidaysIn(textIn(new Uint8Array(await file.arrayBuffer())))
    if ('days' in found) return void add(found.days)
    const words = `Line ${found.line} begins with “${found.text}” instead of a day such as 2026-12-25`
    setProblem(words)
    toast({ kind: 'destructive', title: 'The file was not read', description: words })
  }
  return (
    <section className={classes.parts} aria-label="Holidays">
      <p className={classes.legend}>Holidays</p>
      {days.length === 0 ? (
        <p className={classes.note}>
          There are none. A file has one day in each line, such as 2026-12-25,Christmas.
        </p>
      ) : (
        <ChipList
          label="List of holidays"
          chips={days.map((day) => ({ key: day, text: shortDate(day) }))}
          onRemove={(gone) => void onChange(days.filter((day) => day !== gone))}
        />
      )}
      {problem !== null && <FailureNote text={problem} />}
      <NewHoliday onAdd={(day) => add([day])} onFile={readFile} />
    </section>
  )
}

interface NewHolidayProps {
  readonly onAdd: (day: Day) => Promise<boolean>
  readonly onFile: (file: File) => Promise<void>
}

function NewHoliday({ onAdd, onFile }: NewHolidayProps) {
  const [day, setDay] = useState('')
  const reset = useRef<() => void>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (day !== '' && (await onAdd(asDay(day)))) setDay('')
  }
  return (
    <form className={classes.row} onSubmit={(event) => void submit(event)}>
      <TextInput
        label="New holiday"
        type="date"
        required
        min="2000-01-01"
        max="2199-12-31"
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Add holiday
      </Button>
      <FileButton
        resetRef={reset}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(file) => {
          // The same file can be chosen again after it was changed.
          reset.current?.()
          if (file) void onFile(file)
        }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<FileText size={16} aria-hidden />}>
            Add from a file
          </Button>
        )}
      </FileButton>
    </form>
  )
}
