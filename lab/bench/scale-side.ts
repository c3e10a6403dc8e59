import type pg from 'pg'

import { createCollection } from '#contract/posts/collection-routes.ts'
import { scheduleLiveSession } from '#contract/live/routes.ts'
import { ensureWebIsBuilt } from '#scripts/build.ts'
import { populate } from '../populate/populate.ts'
import type { Figures } from '../populate/shape.ts'
import { wordOf } from '../populate/words.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { createLog } from '#server/platform/log.ts'
import { distOf, loadPageRenderer, type PageRenderer } from '#server/platform/pages/page-renderer.ts'
import { aPageNode } from '#server/testing/page-node.ts'
import { startAppOn, type TestApp, type TestSession } from '#server/testing/app-on-database.ts'

/* A populated platform with people to ask it, for `lab/bench/scale.ts`. */

export const CALLERS = ['visitor', 'member', 'owner', 'staff'] as const
export type Caller = (typeof CALLERS)[number]

/** Somebody, and what a call may be about that is theirs. */
export interface Asker {
  session: TestSession | undefined
  own: Record<string, unknown>
}

export interface Side {
  app: TestApp
  askers: Record<Caller, Asker[]>
  /** What a call may be about: the largest page and what is on it. */
  input: Record<string, unknown>
  /** A page as the server renders it. */
  openPage: (at: string, session?: TestSession) => Promise<{ status: number; html: string }>
  /** Whoever is about to ask hasn't yet: nobody asks as often as what is measured here. */
  forgetAttempts: () => Promise<void>
  close: () => Promise<void>
}

const MEMBERS = 8
const DAY_MS = 86_400_000

/** Fills a database of its own. */
export async function openFilled(figures: Figures): Promise<Side> {
  const tool = await openToolDatabase()
  await populate({ connectionString: tool.url }, figures, () => undefined)
  return open({ connectionString: tool.url }, figures.now, () => tool.close())
}

/** Takes what `npx node lab/populate.ts` has filled. */
export async function openPopulated(dataDir: string): Promise<Side> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase(postgres.connection, createLog({ isProduction: false, level: 'fatal' }))
  await migrate(database.db)
  await database.close()
  return open(postgres.connection, new Date(), () => postgres.stop())
}

async function open(
  connection: pg.ClientConfig,
  now: Date,
  closeDatabase: () => Promise<void>,
): Promise<Side> {
  const app = await startAppOn({ ...connection, max: 10 }, { ALLOW_STAFF: 'without-second-factor' })
  const { page, ownerId, memberIds } = await one(
    app.db,
    sql<{ page: Record<string, unknown>; ownerId: string; memberIds: string[] }>`
      select c.user_id as "ownerId",
        array(select s.member_id from subscriptions s where s.creator_id = c.id and s.status = 'active'
          order by s.id limit ${MEMBERS}) as "memberIds",
        jsonb_build_object('pageHandle', c.handle, 'handle', c.handle, 'creatorId', c.id, 'roomId', r.id, 'channelId', r.id,
          'postId', p.id, 'id', p.id, 'address', p.slug, 'ids', p.id,
          'pollId', (select l.id from polls l where l.creator_id = c.id and l.place_kind = 'post' limit 1),
          'planId', (select l.id from plans l where l.creator_id = c.id order by l.id desc limit 1)) as page
      from creators c join rooms r on r.creator_id = c.id
        cross join lateral (select p.id, p.slug from posts p where p.creator_id = c.id and p.published_at is not null
          order by p.published_at desc limit 1) p
      where c.handle = 'page-1'`,
  )
  const asked = async (id: string) => ({
    session: await aSession(app.db, app.platform, id),
    own: await ownOf(app, id),
  })
  const pages = await aPageNode(app.platform, await loadBuiltPages())
  const owner = await asked(ownerId)
  const cookieName = sessionCookieName(app.platform.config.publicUrl)
  const staff = await aStaffMember(app, 'operator', 'support', 'finance', 'moderator')
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const word = wordOf(150)
  const input = {
    ...page,
    ...(await addWhatIsntFilled(app, owner.session, String(page['postId']))),
    userId: memberIds[0],
    userIds: memberIds[0],
    q: word,
    query: word,
    search: word,
    currency: 'USD',
    from: day(now.getTime() - 90 * DAY_MS),
    to: day(now.getTime()),
    month: day(now.getTime() - 60 * DAY_MS).slice(0, 7),
    format: 'csv',
    seq: 1,
    mark: 'saved',
    limit: 20,
  }
  return {
    app,
    input,
    askers: {
      visitor: [{ session: undefined, own: {} }],
      member: await Promise.all(memberIds.map(asked)),
      owner: [owner],
      staff: [{ session: staff.session, own: await ownOf(app, memberIds[0] ?? '') }],
    },
    async openPage(at, session) {
      const headers = { accept: 'text/html', ...(session && { cookie: `${cookieName}=${session.cookie}` }) }
      const { statusCode, body } = await pages.inject({ url: at, headers })
      return { status: statusCode, html: body }
    },
    async forgetAttempts() {
      await run(app.db, sql`delete from rate_limits`)
    },
    async close() {
      await pages.close()
      await app.close()
      await closeDatabase()
    },
  }
}

async function loadBuiltPages(): Promise<PageRenderer> {
  await ensureWebIsBuilt()
  return loadPageRenderer(distOf('en'))
}

/** The newest of what is somebody's own. */
async function ownOf(app: TestApp, userId: string): Promise<Record<string, unknown>> {
  const { own } = await one(
    app.db,
    sql<{ own: Record<string, unknown> }>`select jsonb_strip_nulls(jsonb_build_object(
      'm2cSubscriptionId', (select s.id from subscriptions s left join creators c on c.id = s.creator_id
        where s.member_id = ${userId} or c.user_id = ${userId} order by s.id desc limit 1),
      'paymentId', (select p.id from payments p where p.member_id = ${userId} order by p.id desc limit 1),
      'conversationId', (select p.conversation_id from participants p where p.user_id = ${userId}
        order by p.last_at desc limit 1))) as own`,
  )
  return own
}

/** Populating makes no collections and plans no live sessions. */
async function addWhatIsntFilled(
  app: TestApp,
  owner: TestSession,
  postId: string,
): Promise<Record<string, unknown>> {
  const songs = { title: 'Songs', description: '', postIds: [postId] }
  const { body: made } = await app.call(createCollection, songs, { as: owner })
  const everyone = { reach: 'everyone' as const, planIds: [], isExact: false, fromAt: null, untilAt: null }
  const { body: planned } = await app.call(
    scheduleLiveSession,
    {
      clientKey: crypto.randomUUID(),
      title: 'Ask me anything',
      text: '',
      startsAt: new Date(Date.now() + DAY_MS).toISOString(),
      audience: [everyone],
      questions: 'open',
      anonymousAllowed: false,
      replay: 'none',
      video: 'none',
    },
    { as: owner },
  )
  await queueJobs(app)
  const collectionAddress = made.collection.path.split('/').at(-1)
  return { collectionId: made.collection._id, collectionAddress, liveSessionId: planned.liveSessionId }
}

/**
 * As after news of the largest page: a job for each of its members waits, one of a hundred is tried again later, and another was
 * given up. Nobody works here, and none is due when somebody does.
 */
async function queueJobs(app: TestApp): Promise<void> {
  await run(
    app.db,
    sql`insert into jobs (name, payload, run_at, attempts, max_attempts, last_error)
      select 'notifications.mail-notice', '{}', now() + interval '10 years', case when at % 100 = 1 then 3 when at % 100 = 2 then 25 else 0 end, 25,
        case when at % 100 in (1, 2) then 'connect ECONNREFUSED' end
      from (select row_number() over () as at from subscriptions s
        join creators c on c.id = s.creator_id where c.handle = 'page-1') numbered
      where not exists (select from jobs j where j.name = 'notifications.mail-notice')`,
  )
}
