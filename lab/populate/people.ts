import { hashPassword } from '#server/domains/accounts/passwords.ts'
import { audienceOfPlan, digestOf, type StepOnWire } from '#server/domains/audiences/service.ts'

import { idOf, memberId, momentOf, pageOfMembership, type Shape, seeded, signedUpAt } from './shape.ts'
import { WORDS, wordOf } from './words.ts'
import type { Writer } from './writer.ts'

/** Everyone has it, so that one can look at the platform as any of them. */
export const PASSWORD = 'a thousand kettles'
/** Plans of a page: one to this many. */
export const PLANS_MAX = 3
/** One page in so many charges rupees. */
const RUPEES_EVERY = 5
/** Pages with a room: one in so many, the largest ones. */
const ROOM_EVERY = 10

const MEMBERS: StepOnWire = { reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null }

/** Members, owners, pages with plans and audiences. */
export async function writePeople(writer: Writer, shape: Shape): Promise<void> {
  const { run, inParts } = writer
  const password = await hashPassword(PASSWORD)
  const person = (
    id: string,
    kind: string,
    at: string,
  ) => `select ${id}, initcap(first.word || ' ' || second.word),
      '${kind}' || n, '${kind}' || n || '@example.com', $1, ${at}, ${at}, ${at}
    from generate_series($2::integer, $3::integer) n join populate_words first on first.rank = 1 + n % ${WORDS}
      join populate_words second on second.rank = 1 + (n * 7::bigint) % ${WORDS}`
  const people =
    'insert into users (id, name, username, email, password_hash, email_verified_at, age_confirmed_at, created_at)'
  await writeWords(writer)
  await inParts('members', shape.members, (from, to) =>
    run(`${people} ${person(memberId(shape, 'n'), 'member', signedUpAt(shape, 'n', shape.members))}`, [
      password,
      from,
      to,
    ]),
  )
  await inParts('owners', shape.creators, (from, to) =>
    run(`${people} ${person(ownerId(shape, 'n'), 'creator', pageAt(shape, 'n'))}`, [password, from, to]),
  )
  await run(`insert into sessions (id, user_id, token_hash, cookie_hash, user_agent, created_at, last_seen_at)
    select ${idOf('session', 'n', 'at')}, ${memberId(shape, 'n')}, sha256(('token' || n)::bytea),
      sha256(('cookie' || n)::bytea), 'Populated', at, at
    from generate_series(1, ${shape.members}, 4) n,
      lateral (select ${momentOf(shape.now)} - make_interval(secs => ${seeded(shape)('n', 1)} * 1700000) as at) moment`)
  await writePages(writer, shape)
}

async function writeWords({ run }: Writer): Promise<void> {
  const words = Array.from({ length: WORDS }, (_, index) => wordOf(index + 1))
  await run(
    `create temp table populate_words on commit drop as
      select rank, word from unnest($1::text[]) with ordinality w (word, rank)`,
    [words],
  )
  await run('alter table populate_words add primary key (rank)')
  await run('analyze populate_words')
}

const pageAt = (shape: Shape, n: string) => signedUpAt(shape, n, shape.creators)
const ownerId = (shape: Shape, n: string) => idOf('owner', n, pageAt(shape, n))
export const planIdOf = (page: string, tier: string, at: string) =>
  idOf('plan', `${page} * ${PLANS_MAX + 1}::bigint + ${tier}`, at)
export const versionIdOf = (page: string, tier: string, at: string) =>
  idOf('version', `${page} * ${PLANS_MAX + 1}::bigint + ${tier}`, at)

export const planNameOf = (tier: string) => `(array['Friends', 'Supporters', 'Patrons'])[${tier} + 1]`

/** Leaves `populate_pages` with what everything else needs to know of pages. */
export async function listPages({ run }: Writer, shape: Shape): Promise<void> {
  const audience = (kind: number) => idOf('audience', `n * 4::bigint + ${kind}`, 'at')
  await run(`create temp table populate_pages on commit drop as
    select n as number, ${idOf('page', 'n', 'at')} as id, ${ownerId(shape, 'n')} as owner_id, at,
      1 + n % ${PLANS_MAX} as plans, case when n % ${RUPEES_EVERY} = 0 then 'INR' else 'USD' end as currency,
      offered.id as platform_plan_id, offered.fee_basis_points, ${planIdOf('n', '0', 'at')} as first_plan_id,
      ${audience(0)} as everyone_id, ${audience(1)} as members_id, ${audience(2)} as holders_id,
      coalesce(theirs.first, 0) as first, coalesce(theirs.count, 0) as count, n <= ${Math.ceil(shape.creators / ROOM_EVERY)} as has_room
    from (select n, ${pageAt(shape, 'n')} as at from generate_series(1, ${shape.creators}) n) pages
      join platform_plans offered on offered.position = 1 + n % 3
      left join (select ${pageOfMembership(shape, 'i')} as page, min(i) as first, count(*)::integer as count
        from generate_series(${shape.busiest + 1}, ${shape.subscriptions}) i group by 1) theirs on theirs.page = n`)
  await run('alter table populate_pages add primary key (number)')
  await run('analyze populate_pages')
}

async function writePages({ run, rows, inParts }: Writer, shape: Shape): Promise<void> {
  const [everyone, members] = [digestOf(audienceOfPlan(null)), digestOf([MEMBERS])]
  await inParts('pages', shape.creators, async (from, to) => {
    const some = `populate_pages p where p.number between ${from} and ${to}`
    await run(`insert into creators (id, user_id, page_name, handle, headline, platform_plan_id, age_confirmed_at, created_at,
        shows_counts, has_rooms)
      select p.id, p.owner_id, initcap(first.word || ' ' || second.word), 'page-' || p.number,
        third.word || ' and ' || second.word, p.platform_plan_id, p.at, p.at, p.number % 10 = 0, p.has_room
      from populate_pages p join populate_words first on first.rank = 1 + p.number % ${WORDS}
        join populate_words second on second.rank = 1 + (p.number * 7::bigint) % ${WORDS}
        join populate_words third on third.rank = 1 + p.number % 50
      where p.number between ${from} and ${to}`)
    await run(`insert into creator_topics (creator_id, topic, position)
      select p.id, w.word, 1 from populate_pages p
        join populate_words w on w.rank = 1 + (p.number % 97) * (p.number % 89) % 200
      where p.number between ${from} and ${to}`)
    const tiers = `from populate_pages p cross join generate_series(0, p.plans - 1) tier
      join populate_prices price on price.currency = p.currency and price.place = tier + p.number % ${PLANS_MAX}
        and price.interval = 'monthly' and price.fee_basis_points = p.fee_basis_points
      where p.number between ${from} and ${to}`
    await run(`insert into plans (id, creator_id, name, price_cents, currency, created_at)
      select ${planIdOf('p.number', 'tier', 'p.at')}, p.id, ${planNameOf('tier')},
        price.price_cents, p.currency, p.at ${tiers}`)
    await run(`insert into plan_versions (id, plan_id, version, price_cents, created_at)
      select ${versionIdOf('p.number', 'tier', 'p.at')}, ${planIdOf('p.number', 'tier', 'p.at')}, 1, price.price_cents,
        p.at ${tiers}`)
    const firstPlans = await rows<{ id: string }>(`select p.first_plan_id as id from ${some}`)
    const planIds = firstPlans.map(({ id }) => id)
    await run(
      `insert into audiences (id, creator_id, digest)
        select p.everyone_id, p.id, $1 from ${some} union all select p.members_id, p.id, $2 from ${some}
        union all select p.holders_id, p.id, given.digest from unnest($3::uuid[], $4::text[]) given (plan_id, digest)
          join populate_pages p on p.first_plan_id = given.plan_id`,
      [everyone, members, planIds, planIds.map((id) => digestOf(audienceOfPlan(id)))],
    )
    await run(`insert into audience_steps (audience_id, position, reach)
      select p.everyone_id, 0, 'everyone' from ${some} union all select p.members_id, 0, 'members' from ${some}
      union all select p.holders_id, 0, 'plans' from ${some}`)
    await run(`insert into audience_step_plans (audience_id, position, plan_id)
      select p.holders_id, 0, p.first_plan_id from ${some}`)
  })
  await run('analyze users, creators, plans, plan_versions, audiences')
}
