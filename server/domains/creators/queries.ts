import type { RawBuilder } from 'kysely'

import type { Currency } from '#contract/money.ts'
import { isListedForSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

export interface CreatorRow {
  id: string
  userId: string
  pageName: string
  handle: string
  headline: string
  bannerTitle: string
  bannerSubtitle: string
  isAdult: boolean
  topics: string[]
  /** null: its owner doesn't show them, or they haven't been counted yet. */
  memberCount: number | null
  postCount: number | null
  /** The reminder to share the page: whether its owner did, and wants no reminder. */
  isShared: boolean
  isSetupHidden: boolean
  hasCollections: boolean
  hasRooms: boolean
  hasLive: boolean
  liveNow: { liveSessionId: string; title: string } | null
  /** What its cheapest plan costs per month: in dollars, or in rupees on a page without dollars. null: it has no plan. */
  fromPrice: { cents: number; currency: Currency } | null
  profileImage: string | null
  bannerImage: string | null
  platformPlanId: string
  /** Its owner is suspended, is leaving, or has left: nobody finds it. */
  isHidden: boolean
}

const creatorColumns = sql`c.id, c.user_id as "userId", c.page_name as "pageName", c.handle, c.headline,
  c.banner_title as "bannerTitle", c.banner_subtitle as "bannerSubtitle", c.is_adult as "isAdult",
  c.profile_image as "profileImage", c.banner_image as "bannerImage", c.platform_plan_id as "platformPlanId",
  not ${isLivePageSql} as "isHidden",
  case when c.shows_counts and c.counted_at is not null then c.member_count end as "memberCount",
  case when c.shows_counts and c.counted_at is not null then c.post_count end as "postCount",
  c.shared_at is not null as "isShared", c.setup_hidden_at is not null as "isSetupHidden",
  c.has_collections as "hasCollections", c.has_rooms as "hasRooms", c.has_live as "hasLive",
  (select jsonb_build_object('liveSessionId', l.id, 'title', l.title) from live_sessions l
    where l.creator_id = c.id and l.state = 'live') as "liveNow",
  (select jsonb_build_object('cents', p.price_cents, 'currency', p.currency) from plans p
    where p.creator_id = c.id and p.archived_at is null order by p.currency desc, p.price_cents limit 1) as "fromPrice",
  array(select t.topic from creator_topics t where t.creator_id = c.id order by t.position) as topics`

const visibleCreator = prepared<CreatorRow, { handle: string }>(
  'creator-by-handle',
  ({ handle }) => sql<CreatorRow>`select ${creatorColumns} from creators c
    where lower(c.handle) = lower(${handle}) and ${isLivePageSql}`,
)

/** A visible page. */
export function findCreatorByHandle(db: Db, handle: string): Promise<CreatorRow | null> {
  return maybeOne(db, visibleCreator({ handle }))
}

export async function setHidden(db: Db, id: string, hiddenAt: Date | null): Promise<void> {
  await run(
    db,
    sql`update creators set hidden_at = case when ${hiddenAt}::timestamptz is null then null
        else coalesce(hidden_at, ${hiddenAt}::timestamptz) end
      where id = ${id}`,
  )
}

const creatorOfUser = prepared<CreatorRow, { userId: string }>(
  'creator-of-user',
  ({ userId }) => sql<CreatorRow>`select ${creatorColumns} from creators c where c.user_id = ${userId}`,
)

export function findCreatorOfUser(db: Db, userId: string): Promise<CreatorRow | null> {
  return maybeOne(db, creatorOfUser({ userId }))
}

const creatorById = prepared<CreatorRow, { id: string }>(
  'creator-by-id',
  ({ id }) => sql<CreatorRow>`select ${creatorColumns} from creators c where c.id = ${id}`,
)

export function findCreator(db: Db, id: string): Promise<CreatorRow | null> {
  return maybeOne(db, creatorById({ id }))
}

export function lockCreator(db: Db, id: string): Promise<CreatorRow> {
  return one(db, sql<CreatorRow>`select ${creatorColumns} from creators c where c.id = ${id} for update`)
}

/** Up to so many are looked up one by one; what more pages have is met soon enough among the newest. */
const FEW_FOUND = 2000

/**
 * Newest first, all or those whose name, headline or one topic contains `search`. Pages with adult content are for viewers who ask
 * for them; pages that the viewer blocked aren't shown to them. `fewFound`: how many are looked up one by one.
 */
export async function listCreators(
  db: Db,
  page: { beforeId: string | null; limit: number; search: string; viewerId: string | null },
  fewFound = FEW_FOUND,
): Promise<CreatorRow[]> {
  const isFound = page.search === '' ? sql<boolean>`true` : await isFoundSql(db, page.search, fewFound)
  return many(
    db,
    sql<CreatorRow>`select ${creatorColumns} from creators c
      where ${isListedForSql(page.viewerId)} and ${isLivePageSql}
        and not exists (select from blocks b where b.blocker_id = ${page.viewerId}::uuid and b.blocked_id = c.user_id)
        and (${page.beforeId}::uuid is null or c.id < ${page.beforeId}::uuid) and ${isFound}
      order by c.id desc limit ${page.limit}`,
  )
}

/** Few are found by the indexes first: the planner would go through all pages, newest first, to meet them. */
async function isFoundSql(db: Db, search: string, fewFound: number): Promise<RawBuilder<boolean>> {
  const pattern = likePattern(search)
  const found = sql`select named.id from creators named where named.page_name ilike ${pattern} or named.headline ilike ${pattern}
    union all select t.creator_id from creator_topics t where t.topic ilike ${pattern}`
  const rows = await many(
    db,
    sql<{ id: string }>`select id from (${found}) found limit ${fewFound + 1}::integer`,
  )
  return rows.length > fewFound
    ? sql`c.id in (${found})`
    : sql`c.id = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** Pages by their ids, in no order. */
export function listCreatorsByIds(db: Db, ids: readonly string[]): Promise<CreatorRow[]> {
  return many(
    db,
    sql<CreatorRow>`select ${creatorColumns} from creators c where c.id = any(${[...ids]}::uuid[])`,
  )
}

/** For LIKE: any text around exactly this one. */
function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

export interface PlatformPlanRow {
  id: string
  name: string
  feeBasisPoints: number
}

export function listPlatformPlans(db: Db): Promise<PlatformPlanRow[]> {
  return many(
    db,
    sql<PlatformPlanRow>`select id, name, fee_basis_points as "feeBasisPoints" from platform_plans order by position`,
  )
}

export async function isPlatformPlan(db: Db, id: string): Promise<boolean> {
  return (
    await one(
      db,
      sql<{ isOne: boolean }>`select exists (select from platform_plans where id = ${id}) as "isOne"`,
    )
  ).isOne
}

/** The platform's current share of payments to this creator, in basis points. */
const findingOwnerId = prepared<{ userId: string }, { id: string }>(
  'creator_owner_id',
  ({ id }) => sql`select user_id as "userId" from creators where id = ${id}`,
)

/** Whose page it is, whatever has become of it. */
export async function getOwnerId(db: Db, creatorId: string): Promise<string> {
  return (await one(db, findingOwnerId({ id: creatorId }))).userId
}

const findingFee = prepared<{ feeBasisPoints: number }, { creatorId: string }>(
  'fee-of-creator',
  ({ creatorId }) => sql`select p.fee_basis_points as "feeBasisPoints"
    from creators c join platform_plans p on p.id = c.platform_plan_id where c.id = ${creatorId}`,
)

export async function getFeeBasisPoints(db: Db, creatorId: string): Promise<number> {
  return (await one(db, findingFee({ creatorId }))).feeBasisPoints
}

export async function insertCreator(
  db: Db,
  creator: Pick<CreatorRow, 'id' | 'userId' | 'pageName' | 'handle' | 'isAdult' | 'platformPlanId'> & {
    ageConfirmedAt: Date | null
    createdAt: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into creators (id, user_id, page_name, handle, is_adult, platform_plan_id, age_confirmed_at, created_at)
      values (${creator.id}, ${creator.userId}, ${creator.pageName}, ${creator.handle}, ${creator.isAdult},
        ${creator.platformPlanId}, ${creator.ageConfirmedAt}, ${creator.createdAt})`,
  )
}

export type CreatorChanges = Partial<
  Pick<
    CreatorRow,
    'pageName' | 'headline' | 'bannerTitle' | 'bannerSubtitle' | 'isAdult' | 'profileImage' | 'bannerImage'
  >
>

/** Puts these in place of a page's topics. */
export async function replaceTopics(db: Db, creatorId: string, topics: readonly string[]): Promise<void> {
  await run(db, sql`delete from creator_topics where creator_id = ${creatorId}`)
  await run(
    db,
    sql`insert into creator_topics (creator_id, topic, position)
      select ${creatorId}, topic, place from unnest(${[...topics]}::text[]) with ordinality given (topic, place)`,
  )
}

/** Writes the given fields; the rest stays. A null picture is removed. */
export async function updateCreator(db: Db, id: string, changes: CreatorChanges): Promise<void> {
  await run(
    db,
    sql`update creators set
        page_name = coalesce(${changes.pageName ?? null}, page_name),
        headline = coalesce(${changes.headline ?? null}, headline),
        banner_title = coalesce(${changes.bannerTitle ?? null}, banner_title),
        banner_subtitle = coalesce(${changes.bannerSubtitle ?? null}, banner_subtitle),
        is_adult = coalesce(${changes.isAdult ?? null}, is_adult),
        profile_image = ${changes.profileImage === undefined ? sql`profile_image` : changes.profileImage},
        banner_image = ${changes.bannerImage === undefined ? sql`banner_image` : changes.bannerImage}
      where id = ${id}`,
  )
}
