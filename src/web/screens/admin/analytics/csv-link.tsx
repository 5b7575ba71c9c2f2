import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import type { AnalyticsPeriod, ExportFile } from '#contract/analytics.ts'
import { fileAddress } from '#web/api/analytics.ts'
import * as classes from './csv-link.module.css'

interface CsvLinkProps {
  readonly file: ExportFile
  /** The period, for a file that has one. */
  readonly days?: AnalyticsPeriod
  /** What is in it, for screen readers. */
  readonly what: string
}

/** Downloads what a table shows as a CSV file. */
export function CsvLink({ file, days, what }: CsvLinkProps) {
  return (
    <Button
      component="a"
      href={fileAddress(file, days)}
      download
      variant="subtle"
      size="xs"
      className={classes.link}
      leftSection={<Download size={15} aria-hidden />}
    >
      CSV<span className="visually-hidden"> file: {what}</span>
    </Button>
  )
}
