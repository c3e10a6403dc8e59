import { setTimeout as sleep } from 'node:timers/promises'

import type { Session } from './session.ts'

/** The answer to a call. `wasRepeated`: the first attempt got no answer, so its effect may be there already. */
export interface Answer {
  status: number
  /** The failure's; empty when it went well. */
  code: string
  body: Record<string, unknown>
  wasRepeated: boolean
}

export interface Api {
  call(method: string, path: string, body: object | null, session: Session): Promise<Answer>
  list(path: string, session: Session): Promise<Record<string, unknown>[]>
}

const ATTEMPTS = 400

/** The product, by its address. A call without an answer is repeated until the server is back, as people do. */
export function createApi(baseUrl: string): Api {
  const cookieName = `cheers-${new URL(baseUrl).port}`

  async function ask(method: string, path: string, body: object | null, session: Session) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      try {
        const headers: Record<string, string> = {
          authorization: `Bearer ${session.token}`,
          cookie: `${cookieName}=${session.cookie}`,
        }
        if (body) headers['content-type'] = 'application/json'
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers,
          body: body && JSON.stringify(body),
        })
        return { status: response.status, answered: await response.json(), attempt }
      } catch {
        await sleep(100)
      }
    throw new Error(`${method} ${path} got no answer`)
  }

  return {
    async call(method, path, body, session) {
      const { status, answered, attempt } = await ask(method, `/api${path}`, body, session)
      const record = answered as Record<string, unknown>
      const code = status === 200 ? '' : textAt(record, 'code') || String(status)
      return { status, code, body: record, wasRepeated: attempt > 0 }
    },
    async list(path, session) {
      const { status, answered } = await ask('GET', `/api${path}`, null, session)
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(answered)}`)
      return answered as Record<string, unknown>[]
    },
  }
}

/** The text under a key; empty if there is none. */
export function textAt(record: Readonly<Record<string, unknown>> | null, key: string): string {
  const text = record?.[key]
  return typeof text === 'string' ? text : ''
}
