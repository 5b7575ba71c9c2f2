import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { type ExportFile, exportPath } from '#contract/analytics.ts'
import { pathTo } from '#contract/endpoint.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import classes from './exports.module.css'

const files: readonly { readonly file: ExportFile; readonly name: string; readonly text: string }[] = [
  {
    file: 'members.csv',
    name: 'members',
    text: 'Everybody with an account, with role, points and the day they joined.',
  },
  {
    file: 'shares.csv',
    name: 'shares',
    text: 'What members shared, with its status, engagement and points.',
  },
  {
    file: 'points.csv',
    name: 'points',
    text: 'Everything that was ever earned or taken back, by member and day.',
  },
]

/** The data as files for a spreadsheet. */
export function Exports() {
  return (
    <TabSection
      title="Export"
      text="Comma-separated files (CSV) for a spreadsheet. They hold personal data: keep them safe."
    >
      <ul className={classes.files}>
        {files.map(({ file, name, text }) => (
          <li key={file}>
            <p className={classes.text}>{text}</p>
            <Button
              component="a"
              href={pathTo(exportPath, { file })}
              download
              variant="default"
              size="md"
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
