import { displayFirstName } from '#domain/names.ts'

interface FirstNameProps {
  readonly person: { readonly displayName: string }
}

/** What a person is called in a sentence. The title has the whole name where the first one is cut. */
export function FirstName({ person: { displayName } }: FirstNameProps) {
  const first = displayFirstName(displayName)
  return <bdi title={first.endsWith('…') ? displayName : undefined}>{first}</bdi>
}
