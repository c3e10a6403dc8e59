import { setTimeout as sleep } from 'node:timers/promises'

import { insertSession } from '#server/domains/accounts/session-queries.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { seeded } from '#server/testing/proofs/seeded.ts'

import { createServerToKill, type ServerToKill } from '../../storm/server-to-kill.ts'
import type { ToolDatabase } from '#scripts/tool-database.ts'
import { type Api, createApi } from './api.ts'
import { ask } from './ask.ts'
import type { Life, LivedPage, LivedPlan } from './people.ts'
import type { Provider } from './provider.ts'
import type { Session } from './session.ts'

/** Product and provider on one clock, which runs on its own and can be moved. */
export interface World {
  api: Api
  provider: Provider
  database: ToolDatabase
  server: ServerToKill
  /** Unix seconds. */
  now(): number
  /** Moves both clocks, the product's first, and lets everything that is due happen. */
  advance(seconds: number): Promise<void>
  /** Lets webhooks arrive and jobs run until nothing is due. */
  settle(): Promise<void>
  /** As a power cut would; its jobs' locks are released, as they are after four hours. */
  kill(): Promise<void>
}

const LIVES_PER_PAGE = 10
/** Some lives are short. */
const MOST_ACTS = 60
const PASSWORD = 'quiet-harbour-lantern-9'
const SETTLE_TIMEOUT_MS = 300_000
/** Cents a month; far enough apart that no price change makes one overtake another. */
const PRICES = [500, 1100, 2400, 5000]

export async function openWorld(
  database: ToolDatabase,
  provider: Provider,
  env: Record<string, string> = {},
): Promise<World> {
  // Kills the server, never the database.
  const name = new URL(database.url).pathname.slice(1)
  await run(database.db, sql`alter database ${sql.ref(name)} set synchronous_commit = off`)
  const server = await createServerToKill({ databaseUrl: database.url, world: provider, env })
  await provider.control('webhook', { url: server.webhookUrl })
  const baseUrl = new URL(server.webhookUrl).origin
  let offset = 0

  async function moveShop(advanceSeconds: number): Promise<void> {
    const { isOk, text } = await ask('POST', `${baseUrl}/dev/clock`, { advanceSeconds })
    if (!isOk) throw new Error(`The clock was not moved: ${text}`)
  }

  async function untilIdle(): Promise<void> {
    const giveUpAt = Date.now() + SETTLE_TIMEOUT_MS
    let idle = 0
    while (Date.now() < giveUpAt) {
      await provider.control('drain', {})
      const { waiting } = await one(
        database.db,
        sql<{ waiting: number }>`select count(*)::integer as waiting from jobs
          where run_at <= now() and attempts < max_attempts`,
      )
      idle = waiting === 0 ? idle + 1 : 0
      if (idle === 2) return
      await sleep(25)
    }
    const left = await many(
      database.db,
      sql<{ task: string; attempts: number; error: string | null; isLocked: boolean }>`select
          name as task, attempts, left(last_error, 200) as error, locked_until is not null as "isLocked"
        from jobs where run_at <= now() and attempts < max_attempts limit 20`,
    )
    throw new Error(`The queue did not get empty: ${JSON.stringify(left)}`)
  }

  return {
    api: createApi(baseUrl),
    provider,
    database,
    server,
    now: () => Math.floor(Date.now() / 1000) + offset,
    async advance(seconds) {
      await moveShop(seconds)
      offset += seconds
      await untilIdle()
      await provider.control('clock', { advanceSeconds: seconds })
      await untilIdle()
      // A session in regular use stays; lives here are quieter than people.
      const now = new Date((Math.floor(Date.now() / 1000) + offset) * 1000)
      await run(database.db, sql`update sessions set last_seen_at = ${now}, created_at = ${now}`)
    },
    async settle() {
      await moveShop(0)
      await untilIdle()
    },
    async kill() {
      await server.kill9()
      await provider.control('webhook', { url: server.webhookUrl })
      // As when its leases had run out.
      await run(
        database.db,
        sql`update jobs set locked_until = now() - interval '1 second' where locked_until is not null`,
      )
    },
  }
}

/** A session of somebody, without their password. */
export async function signIn(db: Db, userId: string): Promise<Session> {
  const session = { token: newSecret(), cookie: newSecret() }
  const now = new Date()
  await insertSession(db, {
    id: newId(now),
    userId,
    tokenHash: hashSecret(session.token),
    cookieHash: hashSecret(session.cookie),
    userAgent: 'lives',
    createdAt: now,
    // Lives last for years, and prove money, not who asks for it.
    provedAt: new Date('2200-01-01T00:00:00Z'),
    methods: ['password'],
    deviceMark: null,
  })
  return session
}

async function openPage(world: World, index: number): Promise<LivedPage> {
  const { api, database } = world
  const owner = await aUser(database.db, { name: 'Asha Rao' })
  const session = await signIn(database.db, owner.id)
  const [platformPlan] = await api.list('/cheersPlan/getPlanNames', session)
  const handle = `page-of-lives-${index}`
  const page = { pageName: 'Asha Rao', pageHandle: handle, planId: platformPlan?.['_id'], ageConfirmed: true }
  await api.call('POST', '/creator/join', page, session)
  const plans: LivedPlan[] = []
  for (const [rank, cents] of PRICES.entries()) {
    const form = { name: `Plan ${rank}`, price: cents / 100, description: '' }
    const { body: plan } = await api.call('POST', `/creatorPlan/upsert/${handle}`, form, session)
    const id = String(plan['_id'])
    const { body } = await api.call('POST', '/post/create', { content: '<p>Hello</p>', planId: id }, session)
    const post = body['post'] as Record<string, unknown>
    const prices = [{ from: 0, cents }]
    plans.push({ id, name: form.name, rank, prices, archivedAt: null, postId: String(post['_id']) })
  }
  return { userId: owner.id, session, handle, plans, closedAt: null }
}

/** Pages with their plans and posts, and the people who will use them. */
export async function populate(world: World, count: number, seed: number): Promise<Life[]> {
  const { db } = world.database
  const [first] = [await aUser(db, { password: PASSWORD })]
  const lives: Life[] = []
  let page: LivedPage | null = null
  for (let index = 0; index < count; index += 1) {
    if (!page || index % LIVES_PER_PAGE === 0) page = await openPage(world, index / LIVES_PER_PAGE)
    const member = await aUser(db, { name: 'Ravi Menon' })
    const random = seeded(seed * 7919 + index)
    lives.push({
      index,
      userId: member.id,
      session: await signIn(db, member.id),
      page,
      random,
      mostActs: 1 + random(MOST_ACTS),
      acts: [],
      orders: [],
      membershipId: null,
      leftAt: null,
      blocks: [],
    })
  }
  // One password for everyone: hashing is slow by design.
  await run(
    db,
    sql`update users set password_hash = (select password_hash from users where id = ${first.id})`,
  )
  return lives
}

/** Proof that it is the owner who leaves. */
export const LEAVING = { currentPassword: PASSWORD }
