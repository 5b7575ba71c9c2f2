/** Text without control characters, lone surrogates and marks that reverse its direction. Lines end with `\n`. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
