import type { TableRows } from './rows.ts'

const id = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`
const at = '2026-03-12T09:00:00.000Z'

/** A webhook with a delivery and its replay. Release 14 made the ids of such deliveries without a version. */
export function webhookRows(release: number, admin: string): TableRows[] {
  const base = {
    direction: 'out',
    route: 'member.earned',
    sender: 'product',
    outcome: 'delivered',
    status: 200,
    body: { type: 'member.earned' },
    webhook_id: id(97),
    created_at: at,
    finished_at: at,
  }
  const told = release >= 15 ? '6d0f6f2e-21b4-8f3c-81a9-5f0c1e8b7a42' : '6d0f6f2e-21b4-0f3c-d1a9-5f0c1e8b7a42'
  return [
    {
      table: 'webhooks',
      rows: [
        {
          id: id(97),
          url: 'https://crm.brightwater.example/hook',
          events: ['member.earned'],
          secret: 'whsec_b2YgYW4gb2xkZXIgcmVsZWFzZSAwMTIzNDU2Nzg5',
          created_by: admin,
          created_at: at,
        },
      ],
    },
    {
      table: 'deliveries',
      rows: [
        { ...base, id: told },
        { ...base, id: id(98), sender: 'admin', actor_id: admin, replay_of: told },
      ],
    },
  ]
}
