import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'
import { createLog } from '#server/platform/log.ts'
import { skipFor } from '#server/testing/optional-program.ts'

import { createServerToKill, type ServerToKill } from '../storm/server-to-kill.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { problems, proveCharges, proveDrained, proveJoined, say } from './cluster/judge.ts'
import {
  askOnce,
  type Charge,
  chargeSteadily,
  type Joined,
  type Joiner,
  joinSteadily,
} from './cluster/load.ts'
import { type Provider, startProvider } from './lifecycle/provider.ts'
import { signIn } from './lifecycle/world.ts'
import { makeMemberships } from './memberships.ts'

/*
 * A server whose machine's clock jumps by a day, forth and back (libfaketime), while its database's and the provider's clocks are
 * right: people join and pay, charges arrive, members look at what they have. `npm run prove -- clock-jumps`; or with
 * `--rounds 1 --seconds 4`. docs/reliability.md.
 */

const { values } = parseArgs({
  options: {
    /** Forth, right, back, right. */
    rounds: { type: 'string', default: '6' },
    /** How long each of them lasts. */
    seconds: { type: 'string', default: '20' },
  },
})
/** Where Debian puts it. */
const FAKETIME = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
)
const ROUND = ['+1d', '+0', '-1d', '+0']
const MEMBERSHIPS = 40
const JOINERS = 400
const RATE_PER_SECOND = 5
const LOOK_EVERY_MS = 200
/** Regular jobs begin each minute. */
const MINUTE_MS = 75_000
/** It looks at its clock every five seconds. */
const NOTICED_MS = 15_000

const beganMs = performance.now()
function tell(text: string): void {
  console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`)
}

async function findFaketime(): Promise<string | null> {
  for (const file of FAKETIME)
    if (
      await fs.access(file).then(
        () => true,
        () => false,
      )
    )
      return file
  return null
}

interface Seen {
  looks: number
  refused: Map<number, number>
}

/** Members ask what they have, as an open page does. */
async function lookSteadily(
  front: { baseUrl: string; cookieName: string },
  people: readonly Joiner[],
  until: AbortSignal,
  seen: Seen,
): Promise<void> {
  for (let turn = 0; !until.aborted; turn += 1) {
    const person = people[turn % people.length]
    if (!person) return
    const headers = {
      authorization: `Bearer ${person.session.token}`,
      cookie: `${front.cookieName}=${person.session.cookie}`,
    }
    const { status } = await askOnce(
      'GET',
      `${front.baseUrl}/api/m2cSubscription/getUserSubscriptions`,
      null,
      { headers },
    )
    seen.looks += 1
    if (status !== 200) seen.refused.set(status, (seen.refused.get(status) ?? 0) + 1)
    await sleep(LOOK_EVERY_MS)
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  return (await askOnce('GET', `${baseUrl}/readyz`, null)).status === 200
}

async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs) {
    if (await isSo()) return true
    await sleep(100)
  }
  return false
}

/** Whether a regular job has begun since, by the database's clock. */
async function hasBegunSince(db: Db, since: Date): Promise<boolean> {
  const { isSo } = await one(
    db,
    sql<{ isSo: boolean }>`select coalesce(max(last_run) > ${since}, false) as "isSo"
      from job_schedules`,
  )
  return isSo
}

async function prove(
  database: ReturnType<typeof openDatabase>,
  server: ServerToKill,
  provider: Provider,
  setClock: (to: string) => Promise<void>,
): Promise<void> {
  const { db } = database
  const baseUrl = new URL(server.webhookUrl).origin
  await provider.control('webhook', { url: server.webhookUrl })
  const subscriptionIds = await makeMemberships(db, MEMBERSHIPS)
  const plan = await aPlan(db, (await aCreator(db, (await aUser(db)).id)).id, { priceCents: 999 })
  const joiners: Joiner[] = []
  for (let index = 0; index < JOINERS; index += 1) {
    const { id } = await aUser(db)
    joiners.push({ userId: id, session: await signIn(db, id) })
  }
  const front = { baseUrl, cookieName: `cheers-${new URL(baseUrl).port}` }
  const [charges, joined]: [Charge[], Joined[]] = [[], []]
  const seen: Seen = { looks: 0, refused: new Map() }
  const over = new AbortController()
  const pay = (id: string) => provider.control('pay', { subscription_id: id, card: 'international' })
  const load = [
    joinSteadily({ ...front, planId: plan.id, pay }, joiners, over.signal, joined),
    lookSteadily(front, joiners, over.signal, seen),
    chargeSteadily(
      { baseUrl, secret: provider.keys.webhookSecret, subscriptionIds },
      { ratePerSecond: RATE_PER_SECOND, count: 0, isEnough: () => over.signal.aborted },
      charges,
    ),
  ]
  let [jumps, told] = [0, 0]
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const to of ROUND) {
      await setClock(to)
      jumps += 1
      const began = { joined: joined.length, charges: charges.length }
      const isRight = to === '+0'
      if (await within(NOTICED_MS, async () => (await isReady(baseUrl)) === isRight)) told += 1
      await sleep(Number(values.seconds) * 1000)
      tell(
        `clock ${to}: ${joined.length - began.joined} joined, ${charges.length - began.charges} charges acknowledged`,
      )
    }
  say(
    'a balancer is told when the clock is wrong, and when it is right',
    told === jumps,
    `${told} of ${jumps} jumps`,
  )
  const since = new Date()
  over.abort()
  await Promise.all(load)
  const refused = [...seen.refused].map(([status, times]) => `${times} × ${status}`).join(', ')
  say(
    'nobody is signed out, and every look is answered',
    seen.refused.size === 0 && seen.looks > 0,
    `${seen.looks} looks${refused && `, ${refused}`}`,
  )
  await proveDrained(db)
  await proveCharges(db, charges.length, charges, joined)
  await proveJoined({ database, providerUrl: provider.apiUrl.replace(/\/v1\/?$/, '') }, joined, charges)
  const isGoingOn = await within(MINUTE_MS, () => hasBegunSince(db, since))
  say(
    'regular jobs go on by the right time',
    isGoingOn,
    isGoingOn ? 'within a minute' : 'not within a minute',
  )
  const { ended } = await one(
    db,
    sql<{
      ended: string | null
    }>`select string_agg(status || ' since ' || coalesce(ended_at::text, '?'), ', ') as ended
      from subscriptions where status in ('canceled', 'paused', 'past_due')`,
  )
  say('no membership ended early', ended === null, ended ?? 'none did')
}

async function main(faketime: string): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-clock-'))
  const file = path.join(folder, 'clock')
  const setClock = (to: string) => fs.writeFile(file, `${to}\n`)
  await setClock('+0')
  const tool = await openToolDatabase()
  const provider = await startProvider()
  try {
    const env = {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Nobody sets the time since a machine's start, and files keep theirs.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }
    const server = await createServerToKill({ databaseUrl: tool.url, world: provider, env })
    const database = openDatabase(
      { connectionString: tool.url, max: 4 },
      createLog({ isProduction: false, level: 'fatal' }),
    )
    try {
      await prove(database, server, provider, setClock)
    } finally {
      await database.close()
      await server.stop()
    }
  } finally {
    await provider.close()
    await tool.close()
    await fs.rm(folder, { recursive: true, force: true })
  }
  process.exitCode = problems.length === 0 ? 0 : 1
}

const found = await findFaketime()
if (found === null) skipFor('no libfaketime here (Debian: apt-get install faketime)')
else await main(found)
