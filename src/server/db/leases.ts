import { type Db, statement, type Tx } from './handle.ts'

/** What only one may do at a time, and who does it. */
export interface Lease {
  readonly name: string
  /** The process, and what in it: no two runs have the same. */
  readonly holder: { readonly process: string; readonly run: string }
  /** How long it is held unless it is kept. */
  readonly lifeMs: number
}

interface Taking {
  /** Whether no other process can be at work: a lease of another one is dead then. */
  readonly isAlone: boolean
}

// By the database's clock, the only one that all instances share.
const take = statement<{ name: string }>(
  'take_lease',
  `insert into leases (name, holder, expires_at) values ($1, $2, clock_timestamp() + $3::int * interval '1 millisecond')
   on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
   where leases.expires_at <= clock_timestamp() or ($4::boolean and split_part(leases.holder, '/', 1) <> $5)
   returning name`,
)
const keep = statement<{ name: string }>(
  'keep_lease',
  `update leases set expires_at = clock_timestamp() + $3::int * interval '1 millisecond'
   where name = $1 and holder = $2 returning name`,
)
const release = statement('release_lease', 'delete from leases where name = $1 and holder = $2')

/** Whether it is taken: it is not while somebody else holds it. */
export async function takeLease(db: Db | Tx, lease: Lease, { isAlone }: Taking): Promise<boolean> {
  const { name, holder, lifeMs } = lease
  return (await db.run(take, [name, holderText(lease), lifeMs, isAlone, holder.process])).length > 0
}

/** Begins its life anew. Whether it is still held: somebody else may have taken it once it had run out. */
export async function keepLease(db: Db | Tx, lease: Lease): Promise<boolean> {
  return (await db.run(keep, [lease.name, holderText(lease), lease.lifeMs])).length > 0
}

export async function releaseLease(db: Db | Tx, lease: Lease): Promise<void> {
  await db.run(release, [lease.name, holderText(lease)])
}

function holderText({ holder }: Lease): string {
  return `${holder.process}/${holder.run}`
}
