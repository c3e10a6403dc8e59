import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import type { Platform } from '#server/platform/platform.ts'

/* A platform with one page of 50,000 members, and three other pages. */

export interface BenchPage {
  handle: string
  /** Signed-in members of the page, with both halves of a session each. */
  viewers: { token: string; cookie: string }[]
}

const OTHER_PAGES = 3
const OLDER_POSTS = 2000
const NEWEST_POSTS = 20

interface FilledPage {
  id: string
  handle: string
  ownerId: string
  plans: PlanRow[]
}

/** Fills a new database; returns the large page with 16 of its members. */
export async function fillPlatform(platform: Platform): Promise<BenchPage> {
  const { db } = platform.database
  const large = await aPage(db, 'large')
  const others: FilledPage[] = []
  for (let index = 0; index < OTHER_PAGES; index += 1) others.push(await aPage(db, `page-${index}`))
  const pages = [large, ...others]
  for (const page of pages) await publishOlder(db, page)
  await insertMembers(db, large, 50_000)
  for (let index = 0; index < NEWEST_POSTS; index += 1)
    for (const page of pages) await publish(db, page, index)
  const viewers = await viewersOf(platform, large)
  for (const { id } of viewers) for (const page of others) await aSubscription(db, id, planAt(page, 1))
  await run(db, sql`analyze`)
  return { handle: large.handle, viewers }
}

async function aPage(db: Db, handle: string): Promise<FilledPage> {
  const owner = await aUser(db)
  const creator = await aCreator(db, owner.id, {
    handle: `bench-${handle}`,
    headline: 'Songs between Pune and the sea',
  })
  const plans: PlanRow[] = []
  for (const priceCents of [500, 999, 2500]) plans.push(await aPlan(db, creator.id, { priceCents }))
  return { id: creator.id, handle: creator.handle, ownerId: owner.id, plans }
}

function planAt({ plans, handle }: FilledPage, index: number): PlanRow {
  const plan = plans[index]
  if (!plan) throw new RangeError(`${handle} has no plan ${index}`)
  return plan
}

/** A post of some length; one in four is free, and the dearest plan's are locked for members of the middle one. */
async function publish(db: Db, page: FilledPage, index: number): Promise<void> {
  const planId = index % 4 === 0 ? null : planAt(page, (index % 4) - 1).id
  const mediaId = index % 5 === 3 ? await aPicture(db, page.ownerId) : null
  await aPost(db, page.id, { planId, mediaId, html: textOf(index) })
}

/** About as varied as what people write. */
const WORD_COUNT = 3000

/** Between 300 and 6,000 characters, never the same twice, and the same on every run. */
function textOf(index: number): string {
  const wordCount = 60 + ((index * 397) % 1100)
  const words = Array.from({ length: wordCount }, (_, at) =>
    wordAt((index + 1) * 7919 + at * 104_729 + at * at * 31),
  )
  return `<p>${words.join(' ')}.</p>`
}

function wordAt(number: number): string {
  return ((number % WORD_COUNT) * 2_654_435).toString(36).slice(-2 - (number % 7))
}

async function aPicture(db: Db, ownerId: string): Promise<string> {
  const { id } = await aMedium(db, ownerId, 'image')
  await run(
    db,
    sql`update media set attached_at = now(), width_px = 1600, height_px = 900
      where id = ${id}`,
  )
  await run(
    db,
    sql`insert into media_renditions (media_id, name, key, mime, size_bytes, sha256, kept_at, width_px, height_px)
      select ${id}, 'w' || width, 'none/' || width, 'image/webp', 40000, repeat('0', 64), now(), width, width * 9 / 16
      from unnest(array[480, 960, 1600]) width`,
  )
  return id
}

/** Older posts, which lists have to skip without reading them; short, since each word of a post is indexed for search. */
async function publishOlder(db: Db, page: FilledPage): Promise<void> {
  const model = await aPost(db, page.id, { planId: planAt(page, 0).id, html: '<p>An older post.</p>' })
  await run(
    db,
    sql`insert into posts (id, creator_id, audience_id, html, excerpt_html, html_length, cleaner_version, created_at,
          published_at)
      select uuidv7(-(number || ' minutes')::interval), creator_id, audience_id, html, excerpt_html, html_length,
        cleaner_version, created_at, published_at - make_interval(mins => number)
      from posts, generate_series(1, ${OLDER_POSTS}) number where id = ${model.id}`,
  )
}

async function insertMembers(db: Db, page: FilledPage, count: number): Promise<void> {
  const name = page.handle
  const { id: planId, versionId } = planAt(page, 1)
  await run(
    db,
    sql`with made as (
        insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at)
        select uuidv7(), 'Member ' || number, ${name} || '-' || number, ${name} || number || '@example.com', now(), now(), now()
        from generate_series(1, ${count}::integer) number returning id)
      insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval, price_cents, currency, status,
        access_until, created_at)
      select uuidv7(), made.id, ${page.id}, ${planId}, ${versionId}, 'monthly', 999, 'USD', 'active',
        now() + interval '20 days', now()
      from made`,
  )
}

async function viewersOf(
  platform: Platform,
  page: FilledPage,
): Promise<{ id: string; token: string; cookie: string }[]> {
  const { db } = platform.database
  const members = await many(
    db,
    sql<{
      id: string
    }>`select member_id as id from subscriptions where creator_id = ${page.id} order by id limit 16`,
  )
  return Promise.all(members.map(async ({ id }) => ({ id, ...(await aSession(db, platform, id)) })))
}
