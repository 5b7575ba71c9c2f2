import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ExportFile } from '#contract/analytics.ts'
import { fileAddress } from '#web/api/analytics.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import * as classes from './exports.module.css'

const files: readonly { readonly file: ExportFile; readonly name: string; readonly text: string }[] = [
  {
    file: 'members.csv',
    name: 'members',
    text: 'Everyone with an account: role, points and join date.',
  },
  {
    file: 'shares.csv',
    name: 'shares',
    text: 'Shares by members: status, engagement and points.',
  },
  {
    file: 'points.csv',
    name: 'points',
    text: 'All points earned or taken back, by member and day.',
  },
]

/** Downloads of the data for a spreadsheet. */
export function Exports() {
  return (
    <TabSection
      title="Export"
      text="CSV files for a spreadsheet. They contain personal data: keep them safe. The audit trail records each download."
    >
      <ul className={classes.files}>
        {files.map(({ file, name, text }) => (
          <li key={file}>
            <p className={classes.text}>{text}</p>
            <Button
              component="a"
              href={fileAddress(file)}
              download
              variant="subtle"
              size="xs"
              leftSection={<Download size={16} aria-hidden />}
            >
              Download {name}
            </Button>
          </li>
        ))}
      </ul>
    </TabSection>
  )
}
