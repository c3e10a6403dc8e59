import pg from 'pg'

/*
 * Pages with days behind them: each has counted something on every day, the first has fifty thousand members, and the
 * others as many as there are in life: few. Written by SQL, past triggers, foreign keys and the write-ahead log, into a
 * database that is thrown away.
 */

export interface Pages {
  creators: number
  days: number
  /** Of the first page. */
  members: number
}

/** Pages of a statement. */
const BATCH = 1000
/** Connections that fill side by side: as many as a small machine has cores. */
const WRITERS = 2
const COHORT_MONTHS = 14

/** Nothing refers to these, so they can do without the log. */
const UNLOGGED = ['creator_days', 'visitor_days', 'source_days', 'creator_cohorts', 'mrr_standings']

/** A page, its owner and its plan, by a number from 1. */
export const pageId = (number: number | string) =>
  `('01900000-0000-7000-8001-' || lpad(to_hex(${number}), 12, '0'))::uuid`
export const ownerId = (number: number | string) =>
  `('01900000-0000-7000-8002-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const planId = (number: string) => `('01900000-0000-7000-8003-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const memberId = (number: string) => `('01900000-0000-7000-8004-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const postId = (day: string) => `('01900000-0000-7000-8005-' || lpad(to_hex(${day}), 12, '0'))::uuid`
const subscriptionId = (number: string) =>
  `('01900000-0000-7000-8006-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const movementId = (number: string) =>
  `('01900000-0000-7000-8007-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Of a page, some way into its days: fewer the later it came. */
const someOf = (most: number) => `(1 + (${most} * power(random(), 6)))::integer`

export async function fillInsights(url: string, pages: Pages): Promise<void> {
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => open(url)))
  const [client] = clients
  if (!client) return
  try {
    for (const table of UNLOGGED) await client.query(`alter table ${table} set unlogged`)
    await client.query(people(pages))
    let next = 1
    const fillOn = async (writer: pg.Client): Promise<void> => {
      const from = next
      if (from > pages.creators) return
      next += BATCH
      await writer.query(daysOf(from, Math.min(pages.creators, from + BATCH - 1), pages.days))
      return fillOn(writer)
    }
    await Promise.all(clients.map(fillOn))
    await client.query(largest(pages))
    await client.query(memberships(pages))
    await client.query('vacuum analyze')
  } finally {
    for (const each of clients) await each.end()
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'; set work_mem = '256MB'`)
  return client
}

const people = ({ creators, members }: Pages) => `
  insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at)
    select ${ownerId('n')}, 'Creator ' || n, 'creator-' || n, 'creator' || n || '@example.com', now(), now(), now()
    from generate_series(1, ${creators}) n;
  insert into users (id, name, username, email, email_verified_at, age_confirmed_at, created_at)
    select ${memberId('n')}, 'Member ' || n, 'member-' || n, 'member' || n || '@example.com', now(), now(), now()
    from generate_series(1, ${members * 2}) n;
  insert into creators (id, user_id, page_name, handle, platform_plan_id, created_at)
    select ${pageId('n')}, ${ownerId('n')}, 'Page ' || n, 'c' || n, (select id from platform_plans limit 1), now()
    from generate_series(1, ${creators}) n;
  insert into plans (id, creator_id, name, price_cents, created_at)
    select ${planId('n')}, ${pageId('n')}, 'Members', 500, now() from generate_series(1, ${creators}) n;
  analyze`

/** Movements and money, visitors and where they came from, and months by when members came. */
const daysOf = (from: number, to: number, days: number) => `
  insert into creator_days (creator_id, currency, day, new_twelfths, returned_twelfths, up_twelfths, down_twelfths,
      lost_twelfths, new_members, returned_members, lost_members, charges, gross_cents, fee_cents, net_cents)
    select ${pageId('n')}, 'USD', (now() at time zone 'UTC')::date - day, 12000, 1200, 600, 300, 6000, 2, 1, 1, 3,
      1500, 150, 1350
    from generate_series(${from}, ${to}) n, generate_series(0, ${days - 1}) day;
  insert into visitor_days (creator_id, day, visitors)
    select ${pageId('n')}, (now() at time zone 'UTC')::date - day, 20
    from generate_series(${from}, ${to}) n, generate_series(0, ${days - 1}) day;
  insert into source_days (creator_id, day, host, visitors)
    select ${pageId('n')}, (now() at time zone 'UTC')::date - day, 'site-' || (n + day) % 30 || '.example', 3
    from generate_series(${from}, ${to}) n, generate_series(1, ${days - 1}, 4) day;
  insert into creator_cohorts (creator_id, currency, cohort, month, members, firsts, twelfths)
    select ${pageId('n')}, 'USD', cohort, month, 1, 2, 6000
    from generate_series(${from}, ${to}) n,
      (select (date_trunc('month', now()) - make_interval(months => first))::date as cohort,
          (date_trunc('month', now()) - make_interval(months => later))::date as month
        from generate_series(0, ${COHORT_MONTHS - 1}) first, generate_series(0, first) later) months`

/** What only the first page has: a post a day that most members open, sources, reasons, and today's visitors. */
const largest = ({ days, members }: Pages) => `
  insert into posts (id, creator_id, audience_id, title, html, html_length, cleaner_version, created_at, published_at)
    select ${postId('day')}, ${pageId(1)}, ${planId('1')}, 'Day ' || day, '', 0, 99, moment, moment
    from generate_series(0, ${days - 1}) day, lateral (select now() - make_interval(days => day) as moment) at;
  insert into post_reach (post_id, creator_id, published_at, members)
    select id, creator_id, published_at, ${members} from posts;
  insert into post_openings (post_id, member_id, opened_at, first_opened_at)
    select ${postId('day')}, ${memberId('n')}, moment, moment
    from generate_series(0, 39) day, generate_series(1, ${members}) n,
      lateral (select now() - make_interval(days => day, hours => -(n % 20)) as moment) at
    where (n + day) % 5 < 3;
  insert into post_days (post_id, day, creator_id, visitors)
    select ${postId('post')}, (now() at time zone 'UTC')::date - day, ${pageId(1)}, 40
    from generate_series(0, ${days - 1}) post, generate_series(1, post) day;
  insert into source_days (creator_id, day, host, visitors)
    select ${pageId(1)}, (now() at time zone 'UTC')::date - day, 'host-' || host || '.example', 30
    from generate_series(1, ${days - 1}) day, generate_series(1, 200) host;
  insert into leaving_reasons (subscription_id, creator_id, reason, given_at)
    select ${subscriptionId('n')}, ${pageId(1)}, (array['price', 'content', 'time', 'other'])[1 + n % 4],
      now() - make_interval(days => n % ${days})
    from generate_series(1, ${Math.round(members / 2)}) n;
  insert into visits (day, creator_id, post_id, mark, host)
    select (now() at time zone 'UTC')::date, ${pageId(1)}, case when n % 3 = 0 then ${postId('(n % 5)')} end,
      decode(lpad(to_hex(n), 20, '0'), 'hex'), 'host-' || n % 50 || '.example'
    from generate_series(1, 60000) n;
  insert into visits (day, creator_id, post_id, mark, host)
    select (now() at time zone 'UTC')::date, ${pageId(someOf(10_000))}, null,
      decode(lpad(to_hex(n), 20, '0'), 'hex'), '' from generate_series(60001, 560000) n`

/** Twice as many have been members of the first page as are; the other pages share a million. */
const memberships = ({ creators, days, members }: Pages) => `
  create temp table bench_memberships as
    select n, n as member, 1 as page, n > ${members} as has_left, random() as place from generate_series(1, ${members * 2}) n
    union all
    select n, n, ${someOf(creators - 1)} + 1, n % 3 = 0, random()
    from generate_series(${members * 2 + 1}, ${members * 2 + creators * 10}) n;
  insert into mrr_standings (subscription_id, creator_id, member_id, plan_id, currency, twelfths, paid_until,
      counted_until, cohort, movements)
    select ${subscriptionId('n')}, ${pageId('page')}, ${memberId('member')}, ${planId('page')}, 'USD',
      case when has_left then 0 else 6000 end, case when not has_left then now() + interval '5 days' end,
      case when not has_left then now() + interval '12 days' end, date_trunc('month', now())::date, 2
    from bench_memberships;
  insert into mrr_movements (id, creator_id, subscription_id, number, member_id, plan_id, currency, kind,
      delta_twelfths, at, day)
    select ${movementId('2 * n + step')}, ${pageId('page')}, ${subscriptionId('n')}, step, ${memberId('member')},
      ${planId('page')}, 'USD',
      case when step = 1 then 'new' when has_left then 'lost' else 'up' end,
      case when step = 1 then 5000 when has_left then -5000 else 1000 end, moment, (moment at time zone 'UTC')::date
    from bench_memberships, generate_series(1, 2) step,
      lateral (select now() - make_interval(secs => place * 86400.0 * ${days} / step) as moment) at`
