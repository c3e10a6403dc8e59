import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  expiresAtMs: number
}

/**
 * Keeps the provider's sessions, interactions and codes in memory: after a restart, people only have to begin again.
 */
export function createMemoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>()

  function removeExpired(): void {
    const nowMs = Date.now()
    for (const [key, entry] of entries) if (entry.expiresAtMs <= nowMs) entries.delete(key)
  }

  function findWhere(
    model: string,
    matches: (payload: AdapterPayload) => boolean,
  ): AdapterPayload | undefined {
    removeExpired()
    for (const [key, { payload }] of entries)
      if (key.startsWith(`${model}:`) && matches(payload)) return payload
    return undefined
  }

  return function openAdapter(model: string): Adapter {
    return {
      async upsert(id, payload, expiresInSeconds) {
        removeExpired()
        const expiresAtMs = expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000
        entries.set(`${model}:${id}`, { payload, expiresAtMs })
      },
      async find(id) {
        removeExpired()
        return entries.get(`${model}:${id}`)?.payload
      },
      async findByUid(uid) {
        return findWhere(model, (payload) => payload.uid === uid)
      },
      async findByUserCode(userCode) {
        return findWhere(model, (payload) => payload.userCode === userCode)
      },
      async consume(id) {
        const entry = entries.get(`${model}:${id}`)
        if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(`${model}:${id}`)
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
