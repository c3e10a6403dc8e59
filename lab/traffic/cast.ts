import type pg from 'pg'

import { newSecret } from '#server/platform/secrets.ts'

/* Who calls a platform that `npx node lab/populate.ts` filled, and about what. */

export interface Caller {
  token: string
  cookie: string
}

export interface Member extends Caller {
  /** A page they belong to, its owner, and one of its posts that everyone may read. */
  handle: string
  postId: string
  /** null: the page has no room. */
  roomId: string | null
  userId: string
  /** The page's plans in dollars. */
  planIds: readonly string[]
}

export interface Owner extends Caller {
  handle: string
}

export interface Cast {
  members: readonly Member[]
  owners: readonly Owner[]
  /** Owners of pages of every size, who write posts: on the largest, each would be thousands of mails. */
  writers: readonly Owner[]
  handles: readonly string[]
  /** Of titles: some are in half of all posts, some in a few. */
  words: readonly string[]
}

const MEMBERS = 400
const OWNERS = 100
const WRITERS = 100
const HANDLES = 500
const WORDS = 200

/** Signs people in who belong to pages, and owners; any release accepts these sessions. */
export async function openCast(pool: pg.Pool): Promise<Cast> {
  const { rows: found } = await pool.query<Omit<Member, keyof Caller>>(
    `select s.member_id as "userId", c.handle, p.id as "postId", r.id as "roomId",
        array(select id::text from plans where creator_id = c.id and currency = 'USD' order by id) as "planIds"
      from (select distinct on (member_id) member_id, creator_id, id from subscriptions where status = 'active'
          order by member_id, id limit $1) s
        join creators c on c.id = s.creator_id left join rooms r on r.creator_id = c.id
        join lateral (select p.id from posts p join audience_steps a on a.audience_id = p.audience_id
          where p.creator_id = c.id and a.reach = 'everyone' and p.deleted_at is null
          order by p.published_at desc limit 1) p on true`,
    [MEMBERS],
  )
  const { rows: pages } = await pool.query<{ userId: string; handle: string }>(
    'select user_id as "userId", handle from creators order by id limit $1',
    [HANDLES],
  )
  const { rows: words } = await pool.query<{ word: string }>(
    `select split_part(title, ' ', 1) as word from posts where title <> '' limit $1`,
    [WORDS],
  )
  const owners = pages.filter((_, index) => index % Math.ceil(pages.length / OWNERS) === 0)
  const { rows: writers } = await pool.query<{ userId: string; handle: string }>(
    `select user_id as "userId", handle from (
        select user_id, handle, row_number() over (order by id) as place, count(*) over () as total from creators) c
      where place % greatest(1, total / $1) = 0 limit $1`,
    [WRITERS],
  )
  const sessions = await signIn(pool, [...found, ...owners, ...writers])
  return {
    members: found.map((member, index) => ({ ...member, ...sessionAt(sessions, index) })),
    owners: owners.map(({ handle }, index) => ({ handle, ...sessionAt(sessions, found.length + index) })),
    writers: writers.map(({ handle }, index) => ({
      handle,
      ...sessionAt(sessions, found.length + owners.length + index),
    })),
    handles: pages.map(({ handle }) => handle),
    words: words.map(({ word }) => word),
  }
}

function sessionAt(sessions: readonly Caller[], index: number): Caller {
  return sessions[index] ?? { token: '', cookie: '' }
}

async function signIn(pool: pg.Pool, people: readonly { userId: string }[]): Promise<Caller[]> {
  const sessions = people.map(() => ({ token: newSecret(), cookie: newSecret() }))
  await pool.query(
    `insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at)
      select uuidv7(), user_id, sha256(token::bytea), sha256(cookie::bytea), 'Traffic', now(), now()
      from unnest($1::uuid[], $2::text[], $3::text[]) made (user_id, token, cookie)`,
    [
      people.map(({ userId }) => userId),
      sessions.map(({ token }) => token),
      sessions.map(({ cookie }) => cookie),
    ],
  )
  return sessions
}
