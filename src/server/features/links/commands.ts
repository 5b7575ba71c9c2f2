import { isbot } from 'isbot'
import type { LinkedPost, OwnLinks } from '#contract/links.ts'
import { paths } from '#contract/paths.ts'
import { dayOf, startOfDay } from '#domain/days.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import { clickWindowMs, isWithinClickLimits, trackableLink, type Visit, visitVerdict } from '#domain/links.ts'
import { type Earning, earningFor, nothing } from '#domain/points.ts'
import { excerpt, isPlaceholderLink, safeUrl, testBrand } from '#domain/posts.ts'
import { networkHash, ownAddressMs } from '#server/access/addresses.ts'
import type { Member } from '#server/access/session.ts'
import { secondsToWaitOnAll } from '#server/access/throttle.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { getHonesty } from '../honesty/store.ts'
import { award } from '../ledger/commands.ts'
import { lockMember } from '../ledger/store.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

const codeForm = /^[\w-]{1,64}$/
const excerptLimit = 60
const mostPosts = 100
const mostUnclickedPosts = 20
// Few of the newest posts have placeholder addresses: a page with this many extra rows is nearly always enough.
const spareRows = 10

/** Who follows a link and how, according to the request. */
interface Visitor extends Pick<Visit, 'isHead' | 'userAgent' | 'purposes' | 'destination'> {
  /** Null when nobody is signed in. */
  readonly memberId: UserId | null
  readonly address: string
  /** The network of the address. */
  readonly network: string
}

/**
 * Where a trackable link leads: the stored address of a post, or the dashboard. Null if there is no such link. Counts
 * the click; a failure to count it never blocks the redirect.
 */
export async function followLink(
  deps: Deps,
  wanted: store.WantedLink,
  visitor: Visitor,
): Promise<string | null> {
  if (!codeForm.test(wanted.trackingCode)) return null
  const link = await findLink(deps, wanted, visitor)
  if (!link) return null
  const { ownerId } = link
  const post = link.post ?? (await listNewestPosts(deps, 1)).at(0) ?? null
  const address = post && realAddress(post)
  const verdict = visitVerdict({
    ...visitor,
    hasTarget: address !== null,
    isOwner: visitor.memberId === ownerId || link.isOwnAddress,
    isCrawler: isbot(visitor.userAgent),
  })
  try {
    if (verdict === 'preview' && post) await store.insertLinkPreview(deps.db, { ownerId, postId: post.id })
    if (verdict === 'counts' && post) await countClick(deps, { ownerId, post, visitor })
  } catch (error) {
    deps.log.error({ err: error }, 'could not count a visit to a trackable link')
  }
  return address ?? paths.dashboard
}

function findLink({ db, clock, secrets }: Deps, wanted: store.WantedLink, { network }: Visitor) {
  const addressHash = networkHash(secrets, 'member address', network)
  const since = new Date(clock.now().getTime() - ownAddressMs)
  return store.findLink.first(db, { ...wanted, addressHash, since })
}

/** A member's own links with what they have brought. */
export async function listOwnLinks(deps: Deps, { id: userId }: Pick<Member, 'id'>): Promise<OwnLinks> {
  const { db, config } = deps
  const { lastClickedAt: _, ...total } = await store.getLinkResults.one(db, { userId, postId: null })
  const linked = await store.listLinkedPosts(db, { userId, limit: mostPosts })
  const places = Math.min(mostUnclickedPosts, mostPosts - linked.length)
  const others = await listNewestPosts(deps, places, new Set(linked.map(({ id }) => id)))
  const unclicked = others.map((post) => ({ ...post, ...noResults }))
  const linkTo = (postId?: PostId) => trackableLink(config.publicUrl, total.trackingCode, postId)
  return {
    ...total,
    link: linkTo(),
    posts: [...linked, ...unclicked].map((row) => linkedPostView(row, linkTo(row.id))),
  }
}

const noResults = { clicks: 0, people: 0, previews: 0, points: 0, lastClickedAt: null }

/** The same for one post. Test posts are known to administrators only. */
export async function readOwnLink(
  { db, config }: Deps,
  { id: userId, role }: Pick<Member, 'id' | 'role'>,
  postId: PostId,
): Promise<OwnLinks> {
  const post = await store.findPostOut.first(db, { postId })
  if (!post || (post.brand === testBrand && role !== 'admin'))
    throw new AppError('unknown', 'This post was not found')
  const { trackingCode, ...results } = await store.getLinkResults.one(db, { userId, postId })
  const { lastClickedAt: _, ...total } = results
  const link = trackableLink(config.publicUrl, trackingCode, postId)
  return { trackingCode, link, ...total, posts: [linkedPostView({ ...post, ...results }, link)] }
}

/**
 * Counts a click once per network, post and 24 hours, and books its points for the owner. The member is locked, so
 * simultaneous clicks never earn more than the limits allow.
 */
async function countClick(
  deps: Deps,
  { ownerId, post, visitor }: { ownerId: UserId; post: store.TargetRow; visitor: Visitor },
): Promise<void> {
  const click = {
    userId: ownerId,
    postId: post.id,
    visitor: networkHash(deps.secrets, 'link visitor', visitor.network),
  }
  if ((await isKnown(deps, deps.db, click)) || !(await mayCount(deps, visitor))) return
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId: ownerId })
    if (!(await isKnown(deps, tx, click))) await writeClick(deps, tx, { click, post })
  })
}

/** Spends one of the visits that may count from an address, on whichever instance; false when none is left. */
async function mayCount(deps: Deps, { address }: Visitor): Promise<boolean> {
  const key = `link minute ${networkHash(deps.secrets, 'link address', address)}`
  return (await secondsToWaitOnAll(deps, key, deps.limits.countedVisitsPerAddress)) === null
}

type Click = Omit<Parameters<typeof store.findClickSince>[1], 'since'>

async function isKnown({ clock }: Deps, db: Db | Tx, click: Click): Promise<boolean> {
  const since = new Date(clock.now().getTime() - clickWindowMs)
  return (await store.findClickSince.first(db, { ...click, since })) !== null
}

async function writeClick(
  deps: Deps,
  tx: Tx,
  { click, post }: { readonly click: Click; readonly post: store.TargetRow },
) {
  const at = deps.clock.now()
  const id = newId<'linkClick'>()
  const { userId } = click
  const { points, rule } = await earningOfClick(deps, tx, { click, post, at })
  await store.insertLinkClick(tx, { id, ...click, points, at })
  tx.announce({ topics: ['links'], members: [userId] })
  if (points === 0) return
  await award(deps, tx, { userId, amount: points, reason: 'link_click', subjectId: id, at, rule })
}

async function earningOfClick(
  { config: { timeZone } }: Deps,
  tx: Tx,
  { click, post, at }: { readonly click: Click; readonly post: store.TargetRow; readonly at: Date },
): Promise<Earning> {
  if (post.brand === testBrand) return nothing
  const from = startOfDay(dayOf(at, timeZone), timeZone)
  const { userId, visitor } = click
  const ofDay = await store.countEarningClicks.one(tx, { userId, visitor, from })
  if (!isWithinClickLimits((await getHonesty(tx)).linkClicks, ofDay)) return nothing
  const wanted = { actionType: 'link_click', platform: post.platform, context: 'slack' } as const
  return earningFor(await listPointsRules(tx), wanted)
}

/** The newest posts of the feed with a real address, except the ids in `except`. */
async function listNewestPosts(
  { db }: Deps,
  wanted: number,
  except: ReadonlySet<PostId> = new Set(),
): Promise<store.AddressedPost[]> {
  const found: store.AddressedPost[] = []
  let last: store.AddressedPost | undefined
  for (;;) {
    if (found.length >= wanted) return found.slice(0, wanted)
    const limit: number = wanted + spareRows
    const after = { afterDate: last?.originalPostDate ?? null, afterId: last?.id ?? null }
    const page: store.AddressedPost[] = await store.listAddressedPosts(db, { limit, ...after })
    found.push(...page.filter((post) => realAddress(post) !== null && !except.has(post.id)))
    last = page.at(-1)
    if (page.length < limit) return found.slice(0, wanted)
  }
}

// Checked again here, because a row may be older than the check on arrival.
function realAddress({ postUrl }: Pick<store.TargetRow, 'postUrl'>): string | null {
  return isPlaceholderLink(postUrl) ? null : safeUrl(postUrl)
}

function linkedPostView(row: store.LinkedPostRow, link: string): LinkedPost {
  const { id: postId, platform, authorName, content, clicks, people, previews, points, lastClickedAt } = row
  return {
    postId,
    platform,
    authorName,
    link,
    clicks,
    people,
    previews,
    points,
    excerpt: excerpt(content, excerptLimit),
    lastClickedAt: lastClickedAt?.toISOString() ?? null,
  }
}
