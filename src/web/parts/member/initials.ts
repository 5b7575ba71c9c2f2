/** The first letter of a name's first word and of its last, in capitals; `?` for a name without letters and digits. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? [])
  const [first = '?'] = letters
  return `${first}${letters.length > 1 ? letters.at(-1) : ''}`.toUpperCase()
}
