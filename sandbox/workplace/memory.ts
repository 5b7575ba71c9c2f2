import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Storage for one workplace's codes and sessions. The library's own in-memory storage is shared by all providers of a
 * process, and it prints a warning.
 */
export function createMemory(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const findBy = async (field: 'uid' | 'userCode', value: string) =>
      [...stored].find(([key, payload]) => key.startsWith(`${model}:`) && payload[field] === value)?.[1]
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload)
      },
      async find(id) {
        return stored.get(keyOf(id))
      },
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = stored.get(keyOf(id))
        if (payload) stored.set(keyOf(id), { ...payload, consumed: true })
      },
      async destroy(id) {
        stored.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) {
          if (payload.grantId === grantId) stored.delete(key)
        }
      },
    }
  }
}
