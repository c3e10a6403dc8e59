import pg from 'pg'

import { readConfig } from '#server/platform/config.ts'
import { seeded } from '#server/testing/proofs/seeded.ts'

import { audit } from '#scripts/audit.ts'
import { ensureWebIsBuilt } from '#scripts/build.ts'
import { readProviderBooks } from '#scripts/provider-books.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import {
  actsOf,
  compareAccess,
  compareCharges,
  type Divergence,
  storyOf,
  type Tally,
  type View,
} from './lifecycle/compare.ts'
import { liveOn, runPage } from './lifecycle/drive.ts'
import type { Life } from './lifecycle/people.ts'
import { startProvider } from './lifecycle/provider.ts'
import { compareRefundsBesideDisputes, compareShares, decideAll } from './lifecycle/refund-disputes.ts'
import { openWorld, populate, type World } from './lifecycle/world.ts'

/*
 * Random lives of members and pages on a real server, at a provider that loses, doubles and delays its events, while
 * the server is killed ten times; compared with a model that shares no code and no formula with the product:
 * `node lab/prove/lifecycle.ts [lives] [steps]`. PROVE_SEED repeats a run; PROVE_LIVES is 5000 unless given.
 *
 * Compared: who can read which post, until when the list says so, the credit and the end in previews, who may join,
 * what was kept of every charge, what went back, that nothing goes back twice by refunds that wait or fail and by banks, what a closed page returned, and in the end the whole books (`audit`).
 * Left out: access of a life from the first order that was paid after something else had happened to it, a lost answer,
 * a dispute or an end within a minute of paying, up to its next join (the rules leave two ways open; the books still
 * have to balance), and that payment; charges of lives with a dispute; refunds that failed at the provider, which go by
 * bank transfer; partial refunds; balances and payouts of creators, except in the audit; accounts that left, apart from
 * their charges.
 */

/** The short form is for trying the model out while it is being written; CI gives a few lives fewer steps still. */
const SHORT_LIVES = 200
const [KILLS, SHORT_KILLS] = [10, 2]
const [STEPS, SHORT_STEPS] = [60, 20]
const LIVES_AT_ONCE = 8
/** One life does fewer than this. */
const ACTS_A_STEP = 4
const HOUR = 3600
/** Longer journeys are made in pieces, as time passes: work that is due must be done before the next is. */
const PIECE_SECONDS = 12 * HOUR
const STRIDES = [1, 3, 6, 12, 24, 36, 72, 168].map((hours) => hours * HOUR)
const CALM_DAYS = 17

const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 1_000_000_000)
const count = Number(process.argv[2] ?? process.env['PROVE_LIVES'] ?? 5000)
const isShort = count < SHORT_LIVES
const steps = Number(process.argv[3] ?? (isShort ? SHORT_STEPS : STEPS))
const kills = isShort ? Math.min(SHORT_KILLS, Math.ceil(steps / SHORT_STEPS)) : KILLS

async function travel(world: World, seconds: number): Promise<void> {
  for (let gone = 0; gone < seconds; gone += PIECE_SECONDS)
    await world.advance(Math.min(PIECE_SECONDS, seconds - gone))
}

/** Switches what goes wrong at the provider, and on the way from it. */
async function disturb({ provider }: World, random: (below: number) => number): Promise<void> {
  const share = () => (random(3) === 0 ? 0.3 : 0)
  await provider.control('knobs', {
    reset: true,
    seed: random(1_000_000),
    duplicateProbability: share(),
    dropProbability: share(),
    reorderWindow: random(3) === 0 ? 25 : 0,
    refundOutcome: ['processed', 'processed', 'processed', 'pending', 'failed'][random(5)],
    failureRates: random(4) === 0 ? { error_after_effect: 0.02, reset_after_effect: 0.02 } : {},
  })
  if (random(12) === 0) await provider.control('settlements', {})
  else if (random(6) === 0) await provider.control('funds', { amount: 1_000_000_00 })
}

/** Everyone does something, several at once; each life in its own order. */
async function actAll(world: World, lives: readonly Life[], view: View): Promise<void> {
  await eachAtOnce(lives, async (life) => {
    for (let acts = life.random(ACTS_A_STEP); acts > 0; acts -= 1) await liveOn(world, life, view.report)
  })
}

async function eachAtOnce(lives: readonly Life[], doNext: (life: Life) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    for (let life = lives[next++]; life; life = lives[next++]) await doNext(life)
  }
  await Promise.all(Array.from({ length: LIVES_AT_ONCE }, work))
}

/** Reads the provider's report. */
async function look(world: World): Promise<View> {
  const [report, now] = [await world.provider.report(), world.now()]
  return { world, report, now }
}

async function calm(world: World): Promise<void> {
  await world.provider.control('knobs', { reset: true })
  await world.provider.control('funds', { amount: 10_000_000_00 })
  for (let hour = 0; hour < 2; hour += 1) {
    await world.advance(HOUR)
    await world.settle()
  }
}

async function live(world: World, lives: readonly Life[], tally: Tally): Promise<Divergence[]> {
  const random = seeded(seed)
  const pages = [...new Set(lives.map(({ page }) => page))]
  const found: Divergence[] = []
  let view = await look(world)
  // A life that diverged is reported once: what follows from it says nothing new.
  const whole = new Set(lives)
  const judge = async () =>
    eachAtOnce([...whole], async (life) => {
      const diverged = await compareAccess(view, life, tally)
      if (diverged.length > 0) whole.delete(life)
      for (const divergence of diverged) console.log(storyOf(divergence))
      found.push(...diverged)
    })
  for (let step = 0; step < steps; step += 1) {
    await disturb(world, random)
    for (const page of pages) if (random(15) === 0) await runPage(world, page, random)
    const isKilled = step % Math.floor(steps / kills) === 3
    const acting = actAll(world, lives, view)
    if (isKilled) await world.kill()
    await acting
    await travel(world, STRIDES[random(STRIDES.length)] ?? HOUR)
    view = await look(world)
    if (step % 5 !== 4) continue
    await calm(world)
    view = await look(world)
    await judge()
    const acts = lives.reduce((sum, each) => sum + each.acts.length, 0)
    console.log(`${new Date(view.now * 1000).toISOString()}: ${acts} acts, ${JSON.stringify(tally)}`)
  }
  await decideAll(world, lives, view.report)
  await calm(world)
  for (let day = 0; day < CALM_DAYS; day += 1) {
    await travel(world, 24 * HOUR)
    view = await look(world)
  }
  await world.settle()
  view = await look(world)
  await judge()
  for (const life of whole) {
    const diverged = [...compareCharges(view, life, tally), ...compareRefundsBesideDisputes(view, life)]
    for (const divergence of diverged) console.log(storyOf(divergence))
    found.push(...diverged)
  }
  return found
}

/** The audit's findings, each with the life it is about if it names a membership or a change of one. */
async function proveBooks({ provider, database }: World, lives: readonly Life[]): Promise<string[]> {
  const config = readConfig({
    DATABASE_URL: database.url,
    RAZORPAY_KEY_ID: provider.keys.keyId,
    RAZORPAY_KEY_SECRET: provider.keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: provider.keys.webhookSecret,
    RAZORPAY_API_URL: provider.apiUrl,
    RAZORPAY_CHECKOUT_URL: provider.checkoutUrl,
  })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const problems = await audit(client, await readProviderBooks(config))
    const told: string[] = []
    for (const problem of problems) told.push(await withLife(client, problem, lives))
    return told
  } finally {
    await client.end()
  }
}

async function withLife(client: pg.Client, problem: string, lives: readonly Life[]): Promise<string> {
  const [id] = /[0-9a-f-]{36}|pay_\w+/.exec(problem) ?? []
  if (!id) return problem
  const { rows } = await client.query<{ id: string }>(
    `select member_id as id from subscriptions
      where id::text = $1 or id = (select subscription_id from subscription_changes where id::text = $1)
      union select member_id from payments where provider_payment_id = $1`,
    [id],
  )
  const life = lives.find(({ userId }) => userId === rows[0]?.id)
  return life ? [`${problem} (life ${life.index})`, ...actsOf(life)].join('\n') : problem
}

async function prove(): Promise<boolean> {
  console.log(`lifecycle: seed ${seed}, ${count} lives`)
  await ensureWebIsBuilt()
  const tally: Tally = {
    disputed: 0,
    failed: 0,
    replaced: 0,
    probes: 0,
    notJudged: 0,
    previews: 0,
    charges: 0,
    returned: 0,
  }
  const startedMs = performance.now()
  const [database, provider] = [await openToolDatabase(), await startProvider()]
  try {
    const world = await openWorld(database, provider)
    try {
      const lives = await populate(world, count, seed)
      const found = await live(world, lives, tally)
      const shares = await compareShares(await look(world))
      Object.assign(tally, { disputed: shares.judged, failed: shares.failed, replaced: shares.replaced })
      const problems = [...shares.problems, ...(await proveBooks(world, lives))]
      for (const problem of problems) console.log(`audit: ${problem}`)
      const acts = lives.reduce((sum, each) => sum + each.acts.length, 0)
      console.log(
        `${acts} acts, ${world.server.kills()} kills, ${JSON.stringify(tally)}: ${found.length} divergences, ${problems.length} problems of the books, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
      )
      return found.length === 0 && problems.length === 0
    } finally {
      await world.server.stop()
    }
  } finally {
    await provider.close()
    await database.close()
  }
}

const holds = await prove()
console.log(
  holds ? 'Every life went as the rules say.' : `Something diverged; PROVE_SEED=${seed} repeats it.`,
)
process.exit(holds ? 0 : 1)
