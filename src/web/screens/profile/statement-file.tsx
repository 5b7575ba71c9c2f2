import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { type LedgerFilters, ownLedgerFileOf } from '#web/api/ledger.ts'

/** Downloads the member's statement for a spreadsheet, as it is filtered. */
export function StatementFile({ filters }: { readonly filters: LedgerFilters }) {
  return (
    <Button
      component="a"
      href={ownLedgerFileOf(filters)}
      download
      variant="subtle"
      size="xs"
      leftSection={<Download size={15} aria-hidden />}
      aria-label="Download the statement as CSV"
    >
      CSV
    </Button>
  )
}
