/** Settings for the scheduling tool and the automation service. */
export interface AutomationSettings {
  readonly zapierEnabled: boolean
  readonly socialPilotEnabled: boolean
  /** Whether a share is sent out as soon as a member submits it. */
  readonly autoPublish: boolean
  /** Whether a share's points are due when it is scheduled. */
  readonly pointsOnSchedule: boolean
  /** Whether they are due when it is published or completed. */
  readonly pointsOnPublish: boolean
  /** The address that outgoing deliveries are sent to; a secret. */
  readonly webhookUrl: string | null
}

export const defaultAutomation: AutomationSettings = {
  zapierEnabled: true,
  socialPilotEnabled: true,
  autoPublish: false,
  pointsOnSchedule: false,
  pointsOnPublish: true,
  webhookUrl: null,
}

/** Whether a submitted share is sent out automatically. */
export function publishesAtOnce({ autoPublish, zapierEnabled, webhookUrl }: AutomationSettings): boolean {
  return autoPublish && zapierEnabled && webhookUrl !== null
}

/** The hosts that deliveries may be sent to, each as a lower-case `name` or `name:port`; IPv6 addresses in brackets. */
export interface OutgoingHosts {
  /**
   * The only hosts that are allowed; null for any. A port other than the https one is allowed only where an entry names
   * it.
   */
  readonly zapierHosts: readonly string[] | null
  /** Those of them that may be private, use plain http and use any port. */
  readonly allowedPrivateHosts: readonly string[]
}

/** The most characters that the address of a webhook may have. */
export const webhookUrlLimit = 2_048

export type WebhookUrlVerdict =
  | 'ok'
  | 'too-long'
  | 'not-an-address'
  | 'not-https'
  | 'has-credentials'
  | 'other-host'
  | 'other-port'

/** Whether deliveries may be sent to this address. Does not check what the host name resolves to. */
export function webhookUrlVerdict(text: string, hosts: OutgoingHosts): WebhookUrlVerdict {
  if (text.length > webhookUrlLimit) return 'too-long'
  if (text.includes(maskSign) || !URL.canParse(text)) return 'not-an-address'
  const url = new URL(text)
  if (url.href.length > webhookUrlLimit) return 'too-long'
  const isPrivate = mayBePrivate(text, hosts)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPrivate)) return 'not-https'
  if (url.username !== '' || url.password !== '') return 'has-credentials'
  const ports = hosts.zapierHosts === null ? [null] : portsOf(url, hosts.zapierHosts)
  if (ports.length === 0) return 'other-host'
  const isUsualPort = url.port === '' || isPrivate
  const isRightPort = ports.some((port) => (port === null ? isUsualPort : port === portOf(url)))
  return isRightPort ? 'ok' : 'other-port'
}

/** Messages for the person who entered an address that cannot be used. */
export const webhookUrlProblems: Readonly<Record<Exclude<WebhookUrlVerdict, 'ok'>, string>> = {
  'too-long': `Must be at most ${webhookUrlLimit} characters long`,
  'not-an-address': 'Must be a full webhook address',
  'not-https': 'Must start with https://',
  'has-credentials': 'Must not contain a user name or password',
  'other-host': 'Must be on one of the hosts that ZAPIER_HOSTS names',
  'other-port': 'Must use the port of https',
}

/** Whether the host of this address is listed as one that may be private. */
export function mayBePrivate(address: string, { allowedPrivateHosts }: OutgoingHosts): boolean {
  const url = new URL(address)
  return portsOf(url, allowedPrivateHosts).some((port) => port === null || port === portOf(url))
}

const maskSign = '…'

/** The address in a form that may be shown: enough to tell two apart, too little to deliver to it. */
export function maskedWebhookUrl(address: string): string {
  const { protocol, hostname, port, href } = new URL(address)
  return `${protocol}//${hostname}${port && `:${port}`}/${maskSign}${href.slice(-4)}`
}

/** The ports of the entries that name this URL's host, null for an entry without a port. Empty when no entry does. */
function portsOf(url: URL, listed: readonly string[]): (string | null)[] {
  return listed
    .filter((entry) => new URL(`http://${entry}`).hostname === url.hostname)
    .map((entry) => /:(\d+)$/.exec(entry)?.[1] ?? null)
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80')
}
