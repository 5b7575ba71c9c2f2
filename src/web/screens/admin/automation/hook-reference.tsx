import { Fragment, type ReactNode } from 'react'
import type { SocialpilotSetup } from '#web/api/socialpilot.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import * as classes from './automation.module.css'

type Hook = SocialpilotSetup['hooks'][number]
type Row<Value> = Value & { readonly id: string }

const fieldColumns: readonly Column<Row<Hook['fields'][number]>>[] = [
  { name: 'Field', kind: 'row header', cell: ({ field }) => <code>{breakable(field)}</code> },
  { name: 'Required', isOnPhone: true, cell: ({ isRequired }) => (isRequired ? 'Yes' : 'No') },
  { name: 'Example', cell: ({ example }) => <code className={classes.example}>{example}</code> },
  { name: 'Meaning', width: 420, cell: ({ meaning }) => <span className={classes.meaning}>{meaning}</span> },
]

const eventColumns: readonly Column<Row<SocialpilotSetup['events'][number]>>[] = [
  { name: 'Event', kind: 'row header', cell: ({ event }) => <code>{event}</code> },
  {
    name: 'Meaning',
    width: 520,
    isOnPhone: true,
    cell: ({ meaning }) => <span className={classes.meaning}>{meaning}</span>,
  },
]

// Lets a long name wrap after its underscores without changing what is copied.
function breakable(name: string): ReactNode {
  const parts = name.split(/(?<=_)(?!_)/)
  return parts.map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** The fields of each webhook, for mapping them in another tool. */
export function HookReference({ setup: { hooks, events } }: { readonly setup: SocialpilotSetup }) {
  return (
    <div className={classes.parts}>
      {hooks.map((hook) => (
        <HookDetails key={hook.name} hook={hook} />
      ))}
      <details className={classes.details}>
        <summary>Event names</summary>
        <DataTable
          caption="Event names"
          columns={eventColumns}
          rows={events.map((event) => ({ ...event, id: event.event }))}
          rowName={({ event }) => event}
        />
      </details>
    </div>
  )
}

function HookDetails({ hook: { name, method, url, fields } }: { readonly hook: Hook }) {
  const copying = useCopy(url)
  return (
    <details className={classes.details}>
      <summary>
        {name} <span className={classes.note}>{method}</span>
      </summary>
      <div className={classes.copyRow}>
        <CopyField label={`Address of ${name} (${method})`} text={url} copying={copying} />
        <CopyButton copying={copying} what={`the address of ${name}`} />
      </div>
      <DataTable
        caption={`Fields of ${name}`}
        columns={fieldColumns}
        rows={fields.map((field) => ({ ...field, id: field.field }))}
        rowName={({ field }) => field}
      />
    </details>
  )
}
