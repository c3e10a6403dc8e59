import { parseArgs } from 'node:util'

import type { Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { LEAST } from '../populate/shape.ts'
import { jobs } from '#server/app.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'

import { JOBS_OF_ROWS, WHOLES } from './scale-amounts.ts'
import { type Asker, type Caller, CALLERS, openFilled, openPopulated, type Side } from './scale-side.ts'
import { judgeAtMost } from './side-by-side.ts'

/*
 * Whether cost stays flat: every call that reads, of a visitor, a member, the owner of the largest page and the staff, the
 * pages that are rendered, and every job that starts by the clock, on a platform and on one of a hundredth, in turns.
 * `npm run bench -- scale [--creators 10000 --posts 200000 --subscriptions 100000]`, or with `--data-dir D`, which `npm run
 * populate` has filled with as many. `--only TEXT` leaves out the calls, pages and jobs that don't have it in their path or name.
 * Not part of `npm run bench`: it takes minutes to fill.
 */

const { values } = parseArgs({
  options: {
    creators: { type: 'string', default: '10000' },
    posts: { type: 'string', default: '200000' },
    subscriptions: { type: 'string', default: '100000' },
    'data-dir': { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const SIZES = {
  creators: Number(values.creators),
  posts: Number(values.posts),
  subscriptions: Number(values.subscriptions),
}
const PART = 100
const ROUNDS = 40
const JOB_ROUNDS = 5
/** The first times load what later ones have. */
const UNCOUNTED = 2
/** A job that takes longer hangs; one that goes through millions of bookings has time to end. */
const JOB_MAX_MS = 600_000
const CATCHING_UP_MAX_MS = 6 * JOB_MAX_MS
/** What takes longer than this is measured less often, but once. */
const ENOUGH_MS = 60_000
/** The most that the larger platform may take, as a multiple of the other, and what is quick anyway. */
const OF_SMALL = 2
const QUICK_MS = 10
/** How many pages of a list are turned before the next is measured. */
const PAGES_TURNED = 5

/** What the server renders, and every path that leads there. */
const RENDERED = ['', '/about', '/membership', '/collections', '/community', '/posts/:address'].map(
  (rest) => `/:pageHandle${rest}`,
)
const PAGES = ['/', '/explore', '/search?q=:q', ...RENDERED]

/** What a call may leave out to be answered with more. */
const NARROWING = ['q', 'query', 'search', 'planId', 'month', 'creatorId', 'userId']
const WHOLE = Object.fromEntries(NARROWING.map((name) => [name, undefined]))

/** One thing to do on a side; false: it can't be done there; a number: how much of something it was about. */
type Work = (side: Side, round: number) => Promise<boolean | number>

/** Jobs that go through all that was ever booked once; later runs begin where the last one ended. */
const CATCHING_UP: ReadonlySet<string> = new Set(['ledger.prove', 'analytics.count-ledger'])
const BOOKINGS = 'select count(*)::integer as count from ledger_chain'

const now = new Date()
const small = await openFilled({ ...part(PART), seed: 1, now })
const dataDir = values['data-dir']
const large = dataDir ? await openPopulated(dataDir) : await openFilled({ ...part(1), seed: 1, now })
let compared = 0
let lastRefusal = ''
const leftOut = new Set<string>()
try {
  const clocked = jobs.filter(
    ({ name, cron, reachesOut }) => cron !== null && !reachesOut && name.includes(values.only),
  )
  for (const job of clocked.filter(({ name }) => CATCHING_UP.has(name)))
    await compare(
      `job ${job.name}, all bookings, a booking`,
      1,
      (side) => runJob(side, job, { within: CATCHING_UP_MAX_MS }),
      { uncounted: 0, per: await countOn(BOOKINGS) },
    )
  // What is counted later is counted first: a job's later runs are what it costs.
  for (const job of clocked) {
    const [what, count] = JOBS_OF_ROWS[job.name] ?? []
    const name = `job ${job.name}${what ? `, a ${what}` : ''}`
    await compare(name, JOB_ROUNDS, (side) => runJob(side, job), {
      ...(count && { per: await countOn(count) }),
    })
  }
  for (const route of routes.filter(({ method, path }) => method === 'GET' && path.includes(values.only))) {
    const callers = CALLERS.filter((each) => route.path.startsWith('/staff/') === (each === 'staff'))
    const before = compared
    for (const caller of callers) await compareCall(route, caller)
    if (compared === before) leftOut.add(route.path)
  }
  for (const address of PAGES.filter((each) => each.includes(values.only)))
    for (const caller of ['visitor', 'member'] as const)
      await compare(`page ${address}, ${caller}`, ROUNDS, (side, round) =>
        openPage(side, address, caller, round),
      )
} finally {
  await small.close()
  await large.close()
}
console.log(
  `\n${compared} compared. Asked by nobody, since they take what isn't filled:\n${[...leftOut].join('\n')}`,
)

function part(divisor: number): typeof SIZES {
  const sized = { ...SIZES }
  for (const name of ['creators', 'posts', 'subscriptions'] as const)
    sized[name] = Math.max(LEAST[name], Math.round(SIZES[name] / divisor))
  return sized
}

/** A call with all it can be answered with; narrowed down, if it can be; and far down its list, if it has one. */
async function compareCall(route: Route, caller: Caller): Promise<void> {
  const [what, count] = WHOLES[route.path] ?? []
  const name = `${route.path}, ${caller}${what ? `, a ${what}` : ''}`
  const asking = (more: Record<string, unknown>) => async (side: Side, round: number) => {
    const answer = await ask(side, route, caller, round, more)
    if (answer === null) return false
    return count ? count(answer as never) : true
  }
  if (NARROWING.some((each) => each in namesOf(route))) await compare(`${name}, narrowed`, ROUNDS, asking({}))
  if (!(await compare(name, ROUNDS, asking(WHOLE)))) return
  if (!('cursor' in namesOf(route))) return
  const cursors = new Map<Side, string>()
  for (const side of [small, large]) {
    const cursor = await turnPages(side, route, caller)
    // A list that ends earlier on one side has nothing to compare.
    if (cursor === null) return
    cursors.set(side, cursor)
  }
  await compare(`${name}, further down`, ROUNDS, (side) =>
    asking({ ...WHOLE, cursor: cursors.get(side) })(side, 0),
  )
}

async function turnPages(side: Side, route: Route, caller: Caller): Promise<string | null> {
  let cursor: string | null = null
  for (let page = 0; page < PAGES_TURNED; page += 1) {
    const answer = await ask(side, route, caller, 0, cursor === null ? WHOLE : { ...WHOLE, cursor })
    const next = cursorIn(answer)
    if (next === null) return cursor
    cursor = next
  }
  return cursor
}

/** Lists name the next page, or go on after the last row's id. */
function cursorIn(answer: unknown): string | null {
  if (Array.isArray(answer)) return (answer.at(-1) as { _id?: string } | undefined)?._id ?? null
  const { nextCursor, cursor } = (answer ?? {}) as { nextCursor?: string | null; cursor?: string | null }
  return nextCursor ?? cursor ?? null
}

function namesOf(route: Route): Record<string, unknown> {
  return (route.input as { shape?: Record<string, unknown> }).shape ?? {}
}

function askerOf(side: Side, caller: Caller, round: number): Asker {
  const askers = side.askers[caller]
  const asker = askers[round % askers.length]
  if (!asker) throw new Error(`Nobody is a ${caller}`)
  return asker
}

/** The answer; null: it couldn't be asked, since it takes what isn't filled. */
async function ask(
  side: Side,
  route: Route,
  caller: Caller,
  round: number,
  more: Record<string, unknown> = {},
): Promise<unknown> {
  const { session, own } = askerOf(side, caller, round)
  const known = { ...side.input, ...own, ...more }
  if (route.path.startsWith('/posts/collections/')) known['address'] = known['collectionAddress']
  if (route.path.endsWith('/questions')) known['part'] = 'waiting'
  const isAsked = ([name, value]: [string, unknown]) => name in namesOf(route) && value !== undefined
  const given = Object.fromEntries(Object.entries(known).filter(isAsked))
  const { status, body, failure } = await side.app.call(route, given, { as: session })
  if (status === 429) throw new Error(`${caller} has asked too often`)
  if (status !== 200) lastRefusal = `${status} ${failure.code}`
  return status === 200 ? body : null
}

async function openPage(side: Side, address: string, caller: Caller, round: number): Promise<boolean> {
  const { session } = askerOf(side, caller, round)
  const path = address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(side.input[name])))
  // One address each time: what is kept of a page would be asked nothing.
  const at = `${path}${path.includes('?') ? '&' : '?'}round=${round}`
  const { status, html } = await side.openPage(at, session)
  return status === 200 && html.includes('</html>')
}

async function runJob(
  { app }: Side,
  job: (typeof jobs)[number],
  { within = JOB_MAX_MS }: { within?: number } = {},
): Promise<boolean> {
  const signal = AbortSignal.timeout(within)
  await job.run(transactionsOf(app.db), {}, { platform: app.platform, now: new Date(), signal })
  return true
}

/** How many there are on each side. */
interface Counts {
  small: number
  large: number
}

async function onBoth(count: (side: Side) => Promise<number>): Promise<Counts> {
  return { small: await count(small), large: await count(large) }
}

function countOn(query: string): Promise<Counts> {
  return onBoth(async ({ app }) => (await one(app.db, sql.raw<{ count: number }>(query))).count)
}

/**
 * Measures in turns. Answers whether it could: not everybody may ask everything. `per`: it is about so many of something, and
 * the time for each is compared.
 */
async function compare(
  name: string,
  rounds: number,
  work: Work,
  { uncounted = UNCOUNTED, per: known }: { uncounted?: number; per?: Counts } = {},
): Promise<boolean> {
  const times = { small: [] as number[], large: [] as number[] }
  const counts = { small: [] as number[], large: [] as number[] }
  const startedAt = performance.now()
  const isEnough = () => performance.now() - startedAt > ENOUGH_MS
  try {
    for (let round = -uncounted; round < rounds && !isEnough(); round += 1)
      for (const [which, side] of [
        ['small', small],
        ['large', large],
      ] as const) {
        await side.forgetAttempts()
        const began = performance.now()
        const done = await work(side, round + uncounted)
        if (done === false) {
          if (times.small.length > 0)
            leftOut.add(
              `${name}: was refused on the ${which} platform after it had been answered: ${lastRefusal}`,
            )
          return false
        }
        times[which].push(performance.now() - began)
        if (typeof done === 'number') counts[which].push(done)
      }
  } catch (error) {
    leftOut.add(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
  const at = (of: readonly number[], share: number) => {
    const counted = of.slice(Math.min(uncounted, of.length - 1)).toSorted((before, after) => before - after)
    return counted[Math.min(counted.length - 1, Math.floor(counted.length * share))] ?? 0
  }
  const [less, more] = [at(times.small, 0.5), at(times.large, 0.5)]
  const per = counts.small.length > 0 ? { small: at(counts.small, 0.5), large: at(counts.large, 0.5) } : known
  const figures = [less, at(times.small, 0.99), more, at(times.large, 0.99)].map((ms) => ms.toFixed(1))
  const each = { small: less / Math.max(1, per?.small ?? 1), large: more / Math.max(1, per?.large ?? 1) }
  const amounts = per ? ` of ${Math.round(per.small)} and ${Math.round(per.large)}` : ''
  console.log(`| ${name}${amounts} | ${figures.join(' | ')} | ${(each.large / each.small).toFixed(1)} |`)
  if (per && more > QUICK_MS)
    judgeAtMost(name, 1000 * each.large, Math.round(OF_SMALL * 10_000 * each.small) / 10, 'µs')
  else judgeAtMost(name, more, Math.max(QUICK_MS, Math.round(10 * OF_SMALL * less) / 10), 'ms')
  compared += 1
  return true
}
