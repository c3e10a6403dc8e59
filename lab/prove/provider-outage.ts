import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import type { FailureMode } from '#sandbox/razorpay/core/knobs.ts'
import { one, sql } from '#server/platform/db/query.ts'

import { audit } from '#scripts/audit.ts'
import { ensureWebIsBuilt } from '#scripts/build.ts'
import { readSandboxBooks } from '#scripts/provider-books.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { percentile } from '../traffic/traffic.ts'
import { textAt } from './lifecycle/api.ts'
import type { Life } from './lifecycle/people.ts'
import { startProvider } from './lifecycle/provider.ts'
import { openWorld, populate, type World } from './lifecycle/world.ts'

/*
 * The payment provider is down for ten minutes: it stalls for 30 seconds, limits the rate, answers web pages and errors,
 * while visitors and members read pages and people try to join. Whoever reads waits no longer, whoever joins is told so,
 * and afterwards they join, once each: `node lab/prove/provider-outage.ts`, or with `short` for half a minute, when how
 * long answers take is only printed: CI does other work beside it.
 */

const IS_SHORT = process.argv[2] === 'short'
const TROUBLES: readonly FailureMode[] = ['stall', 'rate_limit', 'html_502', 'error_before_effect']
const TROUBLE_MS = (IS_SHORT ? 30_000 : 600_000) / TROUBLES.length
const CALM_MS = IS_SHORT ? 5000 : 60_000
const MEMBERS = 20
const READS_PER_SECOND = 50
const JOIN_EVERY_MS = 1000
/** Razorpay is given ten seconds. */
const TOLD_WITHIN_MS = 15_000
/** How much longer 95 of 100 answers may take while the provider is away. */
const SLOWDOWN_MAX = 1.2

const problems: string[] = []
function say(text: string, isRight: boolean, figure: string): void {
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${text}: ${figure}`)
  if (!isRight) problems.push(text)
}

/** Visitors' pages and members' lists at a steady rate; answers how long each took, and how many failed. */
async function readFor(
  world: World,
  members: readonly Life[],
  ms: number,
): Promise<{ times: number[]; failed: number }> {
  const { origin } = new URL(world.server.webhookUrl)
  const times: number[] = []
  let failed = 0
  const waiting: Promise<void>[] = []
  async function read(index: number): Promise<void> {
    const member = members[index % members.length]
    if (!member) return
    const beganMs = performance.now()
    const isGood =
      index % 2 === 0
        ? await fetch(`${origin}/${member.page.handle}`).then(
            async (response) => (await response.text()) !== '' && response.ok,
            () => false,
          )
        : (await world.api.call('GET', '/post/getPosts', null, member.session)).status === 200
    times.push(performance.now() - beganMs)
    if (!isGood) failed += 1
  }
  const startedMs = performance.now()
  for (let index = 0; performance.now() - startedMs < ms; index += 1) {
    waiting.push(read(index))
    await sleep(Math.max(0, startedMs + ((index + 1) * 1000) / READS_PER_SECOND - performance.now()))
  }
  await Promise.all(waiting)
  return { times, failed }
}

function wishOf(member: Life): object {
  return { planId: member.page.plans[0]?.id ?? '', interval: 'monthly' }
}

interface Told {
  status: number
  code: string
  tookMs: number
}

/** One after another tries to join; what they were told. */
async function tryToJoin(world: World, members: readonly Life[], until: AbortSignal): Promise<Told[]> {
  const told: Promise<Told>[] = []
  for (let index = 0; !until.aborted; index += 1) {
    const member = members[index % members.length]
    if (!member) break
    const beganMs = performance.now()
    const path = '/razorpay/createRazorpaySubscription'
    told.push(
      world.api
        .call('POST', path, wishOf(member), member.session)
        .then(({ status, code }) => ({ status, code, tookMs: performance.now() - beganMs })),
    )
    await sleep(JOIN_EVERY_MS, null, { signal: until }).catch(() => undefined)
  }
  return Promise.all(told)
}

async function joinAndPay({ api, provider }: World, member: Life): Promise<boolean> {
  const { body } = await api.call(
    'POST',
    '/razorpay/createRazorpaySubscription',
    wishOf(member),
    member.session,
  )
  const subscriptionId = textAt(body, 'subscriptionId')
  if (subscriptionId === '') return false
  return (await provider.control('pay', { subscription_id: subscriptionId, card: 'international' })) !== null
}

async function proveBooks(world: World): Promise<void> {
  const { password: _, ...options } = world.database.pool.options
  const client = new pg.Client({ ...options, types: pg.types })
  await client.connect()
  const found = await audit(client, await readSandboxBooks(world.provider.apiUrl))
  await client.end()
  say(
    'the audit finds nothing',
    found.length === 0,
    found.slice(0, 3).join('; ') || 'books and provider agree',
  )
}

async function prove(world: World): Promise<void> {
  const members = await populate(world, MEMBERS, 1)
  await readFor(world, members, CALM_MS / 2)
  const calm = await readFor(world, members, CALM_MS)
  const told: Told[] = []
  const times: number[] = []
  let failed = 0
  for (const trouble of TROUBLES) {
    await world.provider.control('knobs', { failureRates: { [trouble]: 1 } })
    const ended = new AbortController()
    const joining = tryToJoin(world, members, ended.signal)
    const during = await readFor(world, members, TROUBLE_MS)
    ended.abort()
    const answers = await joining
    told.push(...answers)
    times.push(...during.times)
    failed += during.failed
    const slowest = Math.max(...answers.map(({ tookMs }) => tookMs))
    console.log(
      `       ${trouble}: 95 of 100 reads within ${percentile(during.times, 0.95).toFixed(0)} ms; ${answers.length} tried to join, told within ${(slowest / 1000).toFixed(1)} s`,
    )
  }
  await world.provider.control('knobs', { reset: true })
  const [before, meanwhile] = [percentile(calm.times, 0.95), percentile(times, 0.95)]
  const figure = `95 of 100 within ${before.toFixed(0)} ms before, ${meanwhile.toFixed(0)} ms meanwhile`
  if (IS_SHORT) console.log(`       reading took: ${figure}`)
  else say('reading takes as long as before', meanwhile <= before * SLOWDOWN_MAX, figure)
  say(
    'every page is answered',
    failed + calm.failed === 0,
    `${times.length} reads meanwhile, ${failed} failed`,
  )
  const others = told.filter(({ status, code }) => status !== 502 || code !== 'provider_unavailable')
  const slow = told.filter(({ tookMs }) => tookMs > TOLD_WITHIN_MS)
  const [other] = others
  say(
    'whoever tries to join is told that the provider does not answer',
    others.length === 0 && (IS_SHORT || slow.length === 0),
    `${told.length} were told, ${others.length} something else${other ? ` (${other.status} ${other.code})` : ''}, ${slow.length} after more than ${TOLD_WITHIN_MS / 1000} s`,
  )
  let joined = 0
  for (const member of members) if (await joinAndPay(world, member)) joined += 1
  await world.settle()
  const { active, live } = await one(
    world.database.db,
    sql<{
      active: number
      live: number
    }>`select count(distinct member_id)::integer as active, count(*)::integer as live
      from subscriptions where status = 'active'`,
  )
  say(
    'afterwards everybody joins, once',
    joined === members.length && active === members.length && live === members.length,
    `${joined} joined and paid, ${active} are members, ${live} memberships`,
  )
  await proveBooks(world)
}

await ensureWebIsBuilt()
const [database, provider] = [await openToolDatabase(), await startProvider()]
try {
  const world = await openWorld(database, provider)
  try {
    await prove(world)
  } finally {
    await world.server.stop()
  }
} finally {
  await provider.close()
  await database.close()
}
process.exit(problems.length === 0 ? 0 : 1)
