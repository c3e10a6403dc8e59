import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { audienceOfPlan, keepAudience } from '#server/domains/audiences/service.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'

/*
 * Gives two million posts of an earlier release their audiences while they are read and written, and reports read all of
 * them in long transactions: no read and no new post waits for two seconds, all of it takes less than ten minutes, and every post has the audience that its plan says.
 * `node lab/prove/post-audiences.ts`, or with another number of posts.
 */

const POSTS = Number(process.argv[2] ?? 2_000_000)
const PAGES = 1000
/** What is being read and written while the migration runs, this often. */
const EVERY_MS = 20
const WAIT_MAX_MS = 2000
/**
 * A report reads the posts in one transaction for this long, again and again: no migration may have the table meanwhile. Few
 * posts are migrated within seconds.
 */
const REPORT_MS = POSTS < 1_000_000 ? 1000 : 4000
const TOOK_MAX_MS = 600_000
/** The last migration of the earlier release. */
const EARLIER = '0063'

const MIGRATIONS = path.join(import.meta.dirname, '../../server/migrations')

async function earlierMigrations(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-migrations-'))
  for (const name of await fs.readdir(MIGRATIONS))
    if (name.slice(0, 4) <= EARLIER) await fs.copyFile(path.join(MIGRATIONS, name), path.join(folder, name))
  return folder
}

/** Pages with two plans each; a third of their posts is free, one in twenty has a picture. */
async function fill(db: Db): Promise<void> {
  await run(
    db,
    sql`insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at)
      select uuidv7(), 'Creator ' || number, 'creator' || number, 'creator' || number || '@example.com', now(), now(),
        now() from generate_series(1, ${PAGES}) number`,
  )
  await run(
    db,
    sql`insert into creators (id, user_id, handle, page_name, platform_plan_id, created_at)
      select uuidv7(), u.id, username, u.name, p.id, now() from users u, platform_plans p where p.position = 1`,
  )
  await run(
    db,
    sql`insert into plans (id, creator_id, name, price_cents, description, created_at)
      select uuidv7(), c.id, name, cents, '', now() from creators c,
        (values ('Silver', 500), ('Gold', 1500)) as kinds (name, cents)`,
  )
  const batch = 100_000
  for (let done = 0; done < POSTS; done += batch)
    await run(
      db,
      sql`insert into posts (id, creator_id, plan_id, html, html_length, cleaner_version, created_at)
        select uuidv7(-(${POSTS}::integer - number) * interval '1 second'), c.id,
          case number % 3 when 0 then null when 1 then c.silver else c.gold end, repeat('<p>Some words.</p>', 40), 720,
          1, now() - (${POSTS}::integer - number) * interval '1 second'
        from generate_series(${done}::integer + 1, ${Math.min(done + batch, POSTS)}::integer) number
          join (select c.id, row_number() over (order by c.id) as at,
              (select id from plans where creator_id = c.id and name = 'Silver') as silver,
              (select id from plans where creator_id = c.id and name = 'Gold') as gold
            from creators c) c on c.at = number % ${PAGES}::integer + 1`,
    )
  await run(
    db,
    sql`with chosen as (select p.id as post_id, uuidv7() as media_id, c.user_id from posts p
        join creators c on c.id = p.creator_id where ('x' || right(p.id::text, 4))::bit(16)::int % 20 = 0),
      made as (insert into media (id, owner_id, kind, state, folder, created_at, attached_at)
        select media_id, user_id, 'image', 'ready', replace(media_id::text, '-', ''), now(), now() from chosen)
      update posts set media_id = chosen.media_id from chosen where posts.id = chosen.post_id`,
  )
  await run(db, sql`analyze`)
}

interface Waits {
  count: number
  longestMs: number
  /** When that one ended. */
  longestAt: Date
  failures: string[]
}

/** Repeats something until told to stop, and notes how long each time took. */
async function repeat(isOver: () => boolean, work: () => Promise<unknown>): Promise<Waits> {
  const waits: Waits = { count: 0, longestMs: 0, longestAt: new Date(), failures: [] }
  while (!isOver()) {
    const began = performance.now()
    await work().catch((error: unknown) => waits.failures.push(String(error)))
    const tookMs = performance.now() - began
    if (tookMs > waits.longestMs) Object.assign(waits, { longestMs: tookMs, longestAt: new Date() })
    waits.count += 1
    await sleep(EVERY_MS)
  }
  return waits
}

/** The migration that ran at a moment, or had just ended. */
async function migrationAt(db: Db, moment: Date): Promise<string> {
  const [row] = await many(
    db,
    sql<{ name: string }>`select name from kysely_migration
      where timestamp >= ${new Date(moment.getTime() - EVERY_MS).toISOString()} order by timestamp limit 1`,
  )
  return row?.name ?? 'the end'
}

const folder = await earlierMigrations()
const tool = await openToolDatabase(folder)
const problems: string[] = []
function say(text: string, isRight: boolean, figure: string): void {
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${text}: ${figure}`)
  if (!isRight) problems.push(text)
}
try {
  const { db } = tool
  await fill(db)
  await run(
    db,
    sql`create table posts_before as select id, creator_id, plan_id, media_id, created_at from posts`,
  )
  const [page] = await many(db, sql<{ id: string }>`select id from creators order by id limit 1`)
  let isOver = false
  let isContracted = false
  const began = performance.now()
  const read = repeat(
    () => isOver,
    () =>
      run(
        db,
        sql`select id, html from posts where creator_id = ${page?.id} and deleted_at is null order by id desc limit 20`,
      ),
  )
  // As the earlier release does; once its columns are gone it can't, and is expected to have been replaced.
  const written = repeat(
    () => isOver || isContracted,
    async () => {
      try {
        await run(
          db,
          sql`insert into posts (id, creator_id, plan_id, html, html_length, cleaner_version, created_at)
            select uuidv7(), creator_id, id, '<p>New.</p>', 11, 1, now() from plans where creator_id = ${page?.id} limit 1`,
        )
      } catch (error) {
        if (!String(error).includes('"plan_id"')) throw error
        isContracted = true
      }
    },
  )
  const reported = repeat(
    () => isOver,
    async () => {
      await db.transaction().execute(async (report) => {
        await run(report, sql`select count(*) from posts`)
        await sleep(REPORT_MS)
      })
      await sleep(REPORT_MS)
    },
  )
  const applied = await migrate(db)
  const tookMs = performance.now() - began
  isOver = true
  const [reads, writes, reports] = await Promise.all([read, written, reported])
  console.log(`${POSTS} posts, ${applied.length} migrations: ${applied.join(', ')}`)
  say('all of it in less than ten minutes', tookMs < TOOK_MAX_MS, `${(tookMs / 1000).toFixed(0)} s`)
  for (const [what, waits] of Object.entries({ reads, writes })) {
    const during = await migrationAt(db, waits.longestAt)
    const figure = `${waits.count} ${what}, the longest ${waits.longestMs.toFixed(0)} ms, at ${during}`
    say(`${what} go on`, waits.longestMs < WAIT_MAX_MS && waits.count > 10, figure)
    say(`${what} don't fail`, waits.failures.length === 0, waits.failures[0] ?? 'none did')
  }
  say(
    'so do reports',
    reports.failures.length === 0 && reports.count > 1,
    `${reports.count} transactions of ${REPORT_MS / 1000} s, ${reports.failures.length} failed`,
  )
  const wrong = await one(
    db,
    sql<{ count: number }>`select count(*) as count from posts_before before join posts p on p.id = before.id
      left join audience_steps step on step.audience_id = p.audience_id
      left join audience_step_plans named on named.audience_id = p.audience_id
      left join post_media held on held.post_id = p.id
      join audiences a on a.id = p.audience_id
      where a.creator_id <> before.creator_id or p.published_at <> before.created_at
        or step.reach is distinct from (case when before.plan_id is null then 'everyone' else 'plans' end)
        or named.plan_id is distinct from before.plan_id or held.media_id is distinct from before.media_id`,
  )
  say('every post has the audience and the picture it had', wrong.count === 0, `${wrong.count} have not`)
  const late = await one(
    db,
    sql<{ count: number; wrong: number }>`select count(*) as count,
        count(*) filter (where named.plan_id is null) as wrong
      from posts p left join audience_step_plans named on named.audience_id = p.audience_id
      where not exists (select from posts_before before where before.id = p.id)`,
  )
  const [posted] = await many(
    db,
    sql<{ creatorId: string; planId: string; audienceId: string }>`select p.creator_id as "creatorId",
        before.plan_id as "planId", p.audience_id as "audienceId"
      from posts_before before join posts p on p.id = before.id where before.plan_id is not null limit 1`,
  )
  if (!posted) throw new Error('There was no post for members')
  const kept = await keepAudience(db, posted.creatorId, audienceOfPlan(posted.planId), new Date())
  say('the product finds the same audience for that plan', kept === posted.audienceId, kept)
  say(
    'so have those written meanwhile',
    late.count > 0 && late.wrong === 0,
    `${late.count}, ${late.wrong} have not`,
  )
} finally {
  await tool.close()
  await fs.rm(folder, { recursive: true, force: true })
}
if (problems.length > 0) process.exitCode = 1
