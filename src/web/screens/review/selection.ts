/** The ids of selected rows, with this one selected if it was not, and otherwise without it. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(selected)
  if (!after.delete(id)) after.add(id)
  return after
}

/** The rows that are selected and still there, in the order of the list. */
export function selectedOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  selected: ReadonlySet<string>,
): readonly Row[] {
  return rows.filter(({ id }) => selected.has(id))
}
