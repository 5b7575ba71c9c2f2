interface Catching<Fields> {
  /** As the form was filled. */
  readonly opened: Fields
  /** As it would be filled now. */
  readonly now: Fields
}

/** What stands in a form after somebody else changed the same: theirs where nothing was written, else what was written. */
export function caughtUp<Fields extends object>(written: Fields, { opened, now }: Catching<Fields>): Fields {
  const fields = { ...now }
  for (const field of Object.keys(written) as (keyof Fields)[]) {
    if (written[field] !== opened[field]) fields[field] = written[field]
  }
  return fields
}
