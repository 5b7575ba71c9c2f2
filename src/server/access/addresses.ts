import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { col, query } from '#server/db/query.ts'

const hourMs = 3_600_000
/** A member's address is written at most this often. */
export const noteAddressAfterMs = hourMs
/** How long an address counts as a member's own: a day after its last use, which may be noted an hour late. */
export const ownAddressMs = 24 * hourMs + noteAddressAfterMs

/** Notes that members used the product from these networks, unless that was noted after `stale`. */
export const putMemberAddresses = query({
  name: 'put_member_addresses',
  // In one order, so that two instances never wait for each other.
  sql: `insert into member_addresses (user_id, address_hash, seen_at)
   select user_id, address_hash, $now from unnest($userIds, $hashes) as used (user_id, address_hash) order by 1, 2
   on conflict (user_id, address_hash) do update set seen_at = excluded.seen_at
     where member_addresses.seen_at <= $stale`,
  params: { userIds: col.ids<'user'>(), hashes: col.texts, now: col.instant, stale: col.instant },
})

export const deleteOldMemberAddresses = query({
  name: 'delete_old_member_addresses',
  sql: 'delete from member_addresses where seen_at <= $before',
  params: { before: col.instant },
})

/** Without a zone no address is longer: IPv6 with an IPv4 address at its end. */
export const longestAddress = 45

/**
 * The addresses in an X-Forwarded-For header, without brackets, ports and zones. Nothing to the left of an entry that
 * is no address is kept: whoever sent that entry could have sent the rest.
 */
export function plainForwardedFor(header: string): string {
  const kept: string[] = []
  for (const entry of header.split(',').reverse()) {
    const address = plainAddress(entry.trim())
    if (address === null) break
    kept.push(address)
  }
  return kept.reverse().join(', ')
}

/**
 * Returns how to read the sender's address of a request that the framework does not see, as the framework reads it: what
 * a trusted proxy says, and what the proxy before it says if that is trusted too.
 */
export function senderReader(trusted: readonly string[]): (request: IncomingMessage) => string | null {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? null
  const proxies = new BlockList()
  for (const range of trusted) {
    const [address = '', bits] = range.split('/')
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, kind)
    else proxies.addSubnet(address, Number(bits), kind)
  }
  const isTrusted = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return ({ socket, headers }) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return null
    const header = [headers['x-forwarded-for'] ?? []].flat().join(',')
    const said = plainForwardedFor(header).split(', ').filter(Boolean).reverse()
    const all = [remoteAddress].concat(said)
    return all.find((address) => !isTrusted(address)) ?? all.at(-1) ?? null
  }
}

function plainAddress(text: string): string | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  const [address = ''] = (inBrackets ?? beforePort ?? text).split('%')
  return isIP(address) === 0 ? null : address
}

/** A keyed hash of a network or an address, which does not reveal it. Hashes for different purposes cannot be compared. */
export function networkHash(
  secrets: { readonly session: string },
  purpose: 'member address' | 'link visitor' | 'link address',
  network: string,
): string {
  return createHmac('sha256', secrets.session).update([purpose, network].join('\n')).digest('base64url')
}

/** One key for each IPv4 /24 and each IPv6 /64: what one household or office usually has. */
export function networkOf(ip: string): string {
  const key = addressKey(ip)
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, '0/24') : key
}

/** One key for each IPv4 address and for each IPv6 /64, because providers give each customer a whole /64. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
