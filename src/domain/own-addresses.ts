/** The workspace's origin, and its former one if it has moved. */
export interface OwnOrigins {
  readonly publicUrl: string
  readonly legacyPublicUrl: string | null
}

/** Rewrites an address on the former origin to the present one. Any other address or text stays as it is. */
export function presentAddress(text: string, { publicUrl, legacyPublicUrl }: OwnOrigins): string {
  if (legacyPublicUrl === null || !URL.canParse(text)) return text
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isOwn = hostWithoutWww(url) === hostWithoutWww(new URL(legacyPublicUrl))
  if (!isWeb || !isOwn || url.username !== '' || url.password !== '') return text
  return `${publicUrl}${url.pathname}${url.search}${url.hash}`
}

function hostWithoutWww({ host }: URL): string {
  return host.replace(/^www\./, '')
}
