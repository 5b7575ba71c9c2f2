/** The origin of this workspace, and the one that it had before it moved. */
export interface OwnOrigins {
  readonly publicUrl: string
  readonly legacyPublicUrl: string | null
}

/** An address of this workspace as it reads since it moved; any other address, and any other text, as it is. */
export function presentAddress(text: string, { publicUrl, legacyPublicUrl }: OwnOrigins): string {
  if (legacyPublicUrl === null || !URL.canParse(text)) return text
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isOwn = plainHost(url) === plainHost(new URL(legacyPublicUrl))
  if (!isWeb || !isOwn || url.username !== '' || url.password !== '') return text
  return `${publicUrl}${url.pathname}${url.search}${url.hash}`
}

function plainHost({ host }: URL): string {
  return host.replace(/^www\./, '')
}
