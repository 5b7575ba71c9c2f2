/** How many bytes a list that is read from a file has at most. The server takes no more. */
export const mostFileBytes = 8_000_000

/** The text of a file, also of one that a spreadsheet wrote in an older way than UTF-8. */
export function textIn(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
