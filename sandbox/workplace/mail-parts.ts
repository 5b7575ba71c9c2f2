/** An e-mail as a mail program shows it. */
export interface MailParts {
  /** The value of a header, without its line breaks and encoding; empty without that header. */
  header(name: string): string
  readonly text: string
  readonly html: string
}

/** Takes an e-mail apart, as far as the product's own e-mails go: text and HTML, in UTF-8. */
export function mailParts(source: string): MailParts {
  const { headers, body } = split(source)
  const header = (name: string) => decodedWords(headers.get(name.toLowerCase()) ?? '')
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`).slice(1, -1)
  const contents = parts.map((part) => contentOf(part.replace(/^\r\n/, '')))
  const contentWith = (type: string) => contents.find((each) => each.type.startsWith(type))?.content ?? ''
  return { header, text: contentWith('text/plain'), html: contentWith('text/html') }
}

function split(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: source.slice(end + 4) }
}

function contentOf(part: string) {
  const { headers, body } = split(part)
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  const type = headers.get('content-type') ?? 'text/plain'
  if (encoding === 'base64') return { type, content: Buffer.from(body, 'base64').toString('utf8') }
  const content = encoding === 'quoted-printable' ? decodedQuotes(body.replaceAll('=\r\n', '')) : body
  return { type, content: content.replaceAll('\r\n', '\n').trimEnd() }
}

/** Replaces `=E2=80=A6` by what these bytes of UTF-8 are. */
function decodedQuotes(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/gi, (quoted) =>
    Buffer.from(quoted.replaceAll('=', ''), 'hex').toString('utf8'),
  )
}

function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodedQuotes(text.replaceAll('_', ' ')),
    )
}
