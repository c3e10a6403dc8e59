import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { newSecret } from '#server/platform/secrets.ts'

import type { Provider } from '../prove/lifecycle/provider.ts'
import { ask, keepConnections } from './ask.ts'
import type { Cast } from './cast.ts'

export interface Joins {
  /** How many joined and paid, and what went wrong. */
  take: () => { paid: number; errors: readonly string[] }
  stop: () => Promise<void>
}

/** New people who join a page and pay at the provider's sandbox, one after another. */
export function startJoins(options: {
  pool: pg.Pool
  cast: Cast
  provider: Pick<Provider, 'control'>
  ports: () => readonly number[]
  everyMs: number
  tryForMs?: number
}): Joins {
  const { pool, cast, provider, ports, everyMs, tryForMs } = options
  const pages = cast.members.map(({ planIds }) => planIds).filter((planIds) => planIds.length > 0)
  // A balancer asks another node when one doesn't listen any more, so these people don't notice either.
  const connections = keepConnections(tryForMs)
  let seen = { paid: 0, errors: [] as string[] }
  const stopping = new AbortController()

  async function join(turn: number): Promise<void> {
    const [token, cookie, name] = [newSecret(), newSecret(), `new-${crypto.randomUUID()}`]
    await pool.query(
      `with person as (insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at)
          values (uuidv7(), 'Somebody New', $1, $1 || '@example.com', now(), now(), now()) returning id)
        insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at)
          select uuidv7(), id, sha256($2::bytea), sha256($3::bytea), 'Traffic', now(), now() from person`,
      [name, token, cookie],
    )
    const planIds = pages[turn % pages.length] ?? []
    const { problem, text } = await ask(connections, ports, {
      name: 'join',
      method: 'POST',
      path: '/api/razorpay/createRazorpaySubscription',
      caller: { token, cookie },
      body: { planId: planIds[turn % planIds.length], interval: 'monthly' },
      address: '127.0.0.1',
      isAnswerKept: true,
    })
    if (problem !== null) throw new Error(`join: ${problem}`)
    const { subscriptionId } = JSON.parse(text) as { subscriptionId: string }
    const paid = await provider.control('pay', { subscription_id: subscriptionId, card: 'international' })
    if (!paid) throw new Error('join: the provider refused the payment')
    seen.paid += 1
  }

  async function keepJoining(): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await join(turn).catch((error: unknown) => seen.errors.push(String(error)))
      await sleep(everyMs)
    }
  }

  const joining = keepJoining()
  return {
    take() {
      const taken = seen
      seen = { paid: 0, errors: [] }
      return taken
    },
    async stop() {
      stopping.abort()
      await joining
      connections.agent.destroy()
    },
  }
}
