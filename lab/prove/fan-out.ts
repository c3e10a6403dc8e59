import { setTimeout as sleep } from 'node:timers/promises'

import { getBadges } from '#contract/notifications/bell-routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { jobs } from '#server/app.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { type Db, one, run, sql } from '#server/platform/db/query.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { startAppOn } from '#server/testing/app-on-database.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'
import { percentile } from '../traffic/traffic.ts'

/*
 * A page publishes a post for its followers: all have it in their bell within ten minutes, and a mail written or a line
 * in their digest, each exactly once, while calls beside it are answered as before. One process does both. The mails
 * themselves are sent as fast as a mail server takes them, which isn't measured. `node lab/prove/fan-out.ts`, or with
 * another number of followers. With few of them, as in CI, other proofs run beside it, so how long calls take is only printed.
 */

const FOLLOWERS = Number(process.argv[2] ?? 100_000)
const IS_SHORT = FOLLOWERS < 50_000
const TOOK_MAX_MS = 600_000
/** One in so many wants the digest of the day instead of a mail. */
const DIGEST_EVERY = 5
/** Calls beside it: this many people, one after another each. */
const CALLERS = 4
const CALL_EVERY_MS = 25
const ALONE_MS = 10_000
/** What calls beside a fan-out may take, compared with calls alone; and what counts as quick in any case. */
const SLOWER_MAX = 3
const QUICK_MS = 100

async function fill(db: Db, creatorId: string): Promise<void> {
  const batch = 20_000
  for (let done = 0; done < FOLLOWERS; done += batch)
    await run(
      db,
      sql`with made as (
          insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at, time_zone)
          select uuidv7(), 'Follower ' || number, 'follower' || number, 'follower' || number || '@example.com', now(),
            now(), now(), 'Asia/Kolkata'
          from generate_series(${done}::integer + 1, ${Math.min(done + batch, FOLLOWERS)}::integer) number
          returning id, username
        ), chosen as (
          insert into notification_choices (user_id, topic, mail)
          select id, 'newPosts', 'daily' from made
          where substring(username from 9)::integer % ${DIGEST_EVERY}::integer = 0
        )
        insert into follows (user_id, creator_id, followed_at) select id, ${creatorId}, now() from made`,
    )
  await run(db, sql`analyze`)
}

interface Told {
  bells: number
  people: number
  mails: number
  lines: number
  waiting: number
}

function countTold(db: Db): Promise<Told> {
  return one(
    db,
    sql<Told>`select (select count(*)::integer from notifications) as bells,
      (select count(distinct user_id)::integer from notifications) as people,
      (select count(*)::integer from jobs where name = 'mail.send') as mails,
      (select count(*)::integer from digest_items) as lines,
      (select count(*)::integer from jobs where name like 'notifications%') as waiting`,
  )
}

const tool = await openToolDatabase()
const app = await startAppOn({ connectionString: tool.url })
const problems: string[] = []
function say(text: string, isRight: boolean, figure: string): void {
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${text}: ${figure}`)
  if (!isRight) problems.push(text)
}
try {
  const owner = await aUser(app.db)
  const page = await aCreator(app.db, owner.id)
  const as = await aSession(app.db, app.platform, owner.id)
  await fill(app.db, page.id)

  async function callOften(times: number[], over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const began = performance.now()
      const { status } = await app.call(getBadges, {}, { as })
      times.push(performance.now() - began)
      if (status !== 200) problems.push(`a call was answered with ${status}`)
      await sleep(CALL_EVERY_MS)
    }
  }
  const alone: number[] = []
  await Promise.all(Array.from({ length: CALLERS }, () => callOften(alone, AbortSignal.timeout(ALONE_MS))))

  const over = new AbortController()
  const beside: number[] = []
  const during = Array.from({ length: CALLERS }, () => callOften(beside, over.signal))
  const began = performance.now()
  await app.call(createPost, { title: 'A verse', content: '<p>A verse</p>' }, { as })
  const runner = await startJobs(
    app.platform,
    jobs.filter(({ name }) => name !== 'mail.send'),
  )
  let told = await countTold(app.db)
  let rungAfterMs: number | null = null
  while (performance.now() - began < TOOK_MAX_MS * 2) {
    told = await countTold(app.db)
    if (told.people >= FOLLOWERS) rungAfterMs ??= performance.now() - began
    if (rungAfterMs !== null && told.mails + told.lines >= FOLLOWERS && told.waiting === 0) break
    await sleep(1000)
  }
  const tookMs = performance.now() - began
  over.abort()
  await Promise.all(during)
  await runner.stop()

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  say(
    `${FOLLOWERS} bells rang within ten minutes`,
    rungAfterMs !== null && rungAfterMs <= TOOK_MAX_MS,
    rungAfterMs === null ? 'not all' : seconds(rungAfterMs),
  )
  say(
    'and all mails were written or put into digests within them',
    told.mails + told.lines === FOLLOWERS && tookMs <= TOOK_MAX_MS,
    `${told.mails} mails, ${told.lines} lines, ${seconds(tookMs)}`,
  )
  say('nobody was told twice', told.bells === told.people, `${told.bells} rows of ${told.people} people`)
  for (const [name, share] of [
    ['half', 0.5],
    ['95 %', 0.95],
    ['99 %', 0.99],
  ] as const) {
    const [aloneMs, besideMs] = [percentile(alone, share), percentile(beside, share)]
    const figure = `${besideMs.toFixed(1)} ms, alone ${aloneMs.toFixed(1)} ms`
    if (IS_SHORT) console.log(`       not judged: ${name} of the calls beside it: ${figure}`)
    else
      say(
        `${name} of the calls beside it were answered as before`,
        besideMs <= Math.max(QUICK_MS, aloneMs * SLOWER_MAX),
        figure,
      )
  }
} finally {
  await app.close()
  await tool.close()
}
for (const problem of new Set(problems)) console.log(`FAILS  ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
