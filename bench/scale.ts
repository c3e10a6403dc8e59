import { parseArgs } from 'node:util'

import type { Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { populate } from '#scripts/populate/populate.ts'
import { LEAST } from '#scripts/populate/shape.ts'
import { wordOf } from '#scripts/populate/words.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { jobs } from '#server/app.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { startAppOn, type TestApp, type TestSession } from '#server/testing/app-on-database.ts'

import { judgeAtMost } from './side-by-side.ts'

/*
 * Whether cost stays flat: every call that reads, of a member and of the owner of the largest page, and every job that
 * starts by the clock, on a platform and on one of a hundredth, in turns. `npm run bench -- scale [--creators 10000 --posts
 * 200000 --subscriptions 100000]`. Not part of `npm run bench`: it takes minutes to fill.
 */

const { values } = parseArgs({
  options: {
    creators: { type: 'string', default: '10000' },
    posts: { type: 'string', default: '200000' },
    subscriptions: { type: 'string', default: '100000' },
  },
})
const FIGURES = {
  creators: Number(values.creators),
  posts: Number(values.posts),
  subscriptions: Number(values.subscriptions),
  seed: 1,
  now: new Date(),
}
const VIEWERS = 8
const ROUNDS = 40
const JOB_ROUNDS = 5
/** The most that the larger platform may take, as a multiple of the other, and what is quick anyway. */
const OF_SMALL = 2
const QUICK_MS = 10

interface Side {
  app: TestApp
  viewers: Record<'visitor' | 'member' | 'owner', (TestSession | undefined)[]>
  input: Record<string, unknown>
  close: () => Promise<void>
}

const small = await open(100)
const large = await open(1)
try {
  // What is counted later is counted first: a job's later runs are what it costs.
  for (const job of jobs.filter(({ cron, reachesOut }) => cron !== null && !reachesOut))
    await compare(`job ${job.name}`, JOB_ROUNDS, (side) => runJob(side, job))
  for (const route of routes.filter(({ method, path }) => method === 'GET' && !path.startsWith('/staff/')))
    for (const caller of ['visitor', 'member', 'owner'] as const)
      await compare(`${route.path}, ${caller}`, ROUNDS, (side, round) => ask(side, route, caller, round))
} finally {
  await small.close()
  await large.close()
}

async function open(part: number): Promise<Side> {
  const tool = await openToolDatabase()
  const figures = { ...FIGURES }
  for (const name of ['creators', 'posts', 'subscriptions'] as const)
    figures[name] = Math.max(LEAST[name], Math.round(FIGURES[name] / part))
  const began = performance.now()
  await populate({ connectionString: tool.url }, figures, () => undefined)
  console.log(
    `${figures.creators} pages, ${figures.posts} posts, ${figures.subscriptions} memberships: ${seconds(began)}`,
  )
  const app = await startAppOn({ connectionString: tool.url, max: 10 })
  const { input, ownerId, memberIds } = await one(
    app.db,
    sql<{
      input: Record<string, unknown>
      ownerId: string
      memberIds: string[]
    }>`select c.user_id as "ownerId",
        array(select s.member_id from subscriptions s where s.creator_id = c.id and s.status = 'active'
          order by s.id limit ${VIEWERS}) as "memberIds",
        jsonb_build_object('pageHandle', c.handle, 'handle', c.handle, 'creatorId', c.id, 'roomId', r.id,
          'channelId', r.id, 'postId', (select p.id from posts p where p.creator_id = c.id order by p.published_at desc limit 1),
          'planId', (select p.id from plans p where p.creator_id = c.id order by p.id limit 1)) as input
      from creators c join rooms r on r.creator_id = c.id where c.handle = 'page-1'`,
  )
  const [word, from, to] = [wordOf(150), FIGURES.now.getTime() - 90 * 86_400_000, FIGURES.now.getTime()]
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const sessions = await Promise.all(memberIds.map((id) => aSession(app.db, app.platform, id)))
  const owners = await Promise.all(memberIds.map(() => aSession(app.db, app.platform, ownerId)))
  return {
    app,
    viewers: { visitor: [undefined], member: sessions, owner: owners },
    input: { ...input, q: word, query: word, currency: 'USD', from: day(from), to: day(to), limit: 20 },
    async close() {
      await app.close()
      await tool.close()
    },
  }
}

/** Whether it could be asked: what takes an id of its own kind isn't. */
async function ask(
  { app, viewers, input }: Side,
  route: Route,
  caller: keyof Side['viewers'],
  round: number,
): Promise<boolean> {
  const as = viewers[caller][round % viewers[caller].length]
  const names = Object.keys((route.input as { shape?: Record<string, unknown> }).shape ?? {})
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))
  const { status } = await app.call(route, given, { as })
  return status === 200
}

async function runJob({ app }: Side, job: (typeof jobs)[number]): Promise<boolean> {
  const signal = AbortSignal.timeout(600_000)
  await job.run(transactionsOf(app.db), {}, { platform: app.platform, now: new Date(), signal })
  return true
}

/** Measures in turns; what isn't answered on the first try is left out. */
async function compare(
  name: string,
  rounds: number,
  work: (side: Side, round: number) => Promise<boolean>,
): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] }
  try {
    for (let round = -2; round < rounds; round += 1)
      for (const [which, side] of [
        ['small', small],
        ['large', large],
      ] as const) {
        const began = performance.now()
        if (!(await work(side, round + 2))) return
        if (round >= 0) times[which].push(performance.now() - began)
      }
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    return
  }
  const at = (of: readonly number[], share: number) =>
    of.toSorted((before, after) => before - after)[Math.min(of.length - 1, Math.floor(of.length * share))] ??
    0
  const [less, more] = [at(times.small, 0.5), at(times.large, 0.5)]
  const figures = [less, at(times.small, 0.99), more, at(times.large, 0.99)].map((ms) => ms.toFixed(1))
  console.log(`| ${name} | ${figures.join(' | ')} | ${(more / less).toFixed(1)} |`)
  judgeAtMost(name, more, Math.max(QUICK_MS, Math.round(OF_SMALL * less)), 'ms')
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(0)} s`
}
