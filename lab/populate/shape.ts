/*
 * How large each thing is, and who belongs to whom: everything follows from numbers, so that statements can compute it
 * in any order, and the same figures with the same seed make the same platform.
 */

export interface Figures {
  creators: number
  posts: number
  subscriptions: number
  seed: number
  /** Nothing is newer. */
  now: Date
}

/** The figures at which the largest page has 50,000 members, and the busiest member 200 pages. */
const FULL_SUBSCRIPTIONS = 2_000_000
const FULL_LARGEST = 50_000
const FULL_BUSIEST = 200
/** The share of memberships that run; the others have ended. */
export const RUNNING_SHARE = 0.77
/** Of all memberships, those of the largest page. */
const LARGEST_SHARE = FULL_LARGEST / FULL_SUBSCRIPTIONS / RUNNING_SHARE

export const LEAST = { creators: 50, posts: 1, subscriptions: 200 } as const
export const MOST = { creators: 1_000_000, posts: 100_000_000, subscriptions: 100_000_000 } as const
/** Members have no more pages than there are to choose from. */
const BUSIEST_LEAST = 4

const DAY_MS = 86_400_000
/** Everyone signed up in the first of four years; posts are of the other three. */
const BEGAN_DAYS_AGO = 4 * 365
const SIGN_UP_DAYS = 365

export interface Shape extends Figures {
  /** How uneven pages are: 1 would be even. Page `n` of `c` ends at the share `(n / c) ^ (1 / uneven)`. */
  uneven: number
  /** Pages of member 1: the first memberships. */
  busiest: number
  /** Members who belong to many pages, numbered from 2; half of the memberships are theirs. */
  keen: number
  /** The others. */
  casual: number
  members: number
}

export function shapeOf(figures: Figures): Shape {
  const { creators, subscriptions } = figures
  const keen = withoutFactor(Math.ceil(subscriptions / 10))
  const casual = withoutFactor(Math.ceil(subscriptions / 2.5))
  const inProportion = Math.round((FULL_BUSIEST * subscriptions) / FULL_SUBSCRIPTIONS)
  return {
    ...figures,
    uneven: Math.max(1, Math.log(creators) / -Math.log(LARGEST_SHARE)),
    busiest: Math.min(creators, Math.max(BUSIEST_LEAST, inProportion)),
    keen,
    casual,
    members: 1 + keen + casual,
  }
}

/** A prime: neighbours in a page are far from each other among the members. */
const STRIDE = 7919

function withoutFactor(count: number): number {
  return count % STRIDE === 0 ? count + 1 : count
}

/** SQL: a number from 0 to 1 that belongs to a number and a purpose. A float, as everything below: powers of `numeric` are slow. */
function chance(of: string, purpose: number): string {
  return `((hashint8extended((${of})::bigint, ${purpose}) & 2147483647)::float8 / 2147483648)`
}

/** The same, another for another seed. */
export function seeded({ seed }: Figures): (of: string, purpose: number) => string {
  return (of, purpose) => chance(of, seed * 1000 + purpose)
}

/** SQL: the page at a share of all that pages have, the largest first. */
export function pageAt({ creators, uneven }: Shape, share: string): string {
  return `least(${creators}, greatest(1, ceil(${creators} * power(${share}, ${uneven}::float8))))::integer`
}

/** SQL: the page of a membership, by its number. */
export function pageOfMembership(shape: Shape, i: string): string {
  const { busiest, subscriptions } = shape
  return `case when ${i} <= ${busiest} then ${i}
    else ${pageAt(shape, `((${i} - ${busiest} - 0.5)::float8 / ${subscriptions - busiest})`)} end`
}

/** SQL: its member. Memberships of a page follow each other, so within a page nobody comes twice. */
export function memberOfMembership({ busiest, keen, casual, seed }: Shape, i: string): string {
  const place = (count: number) => `((${i} / 2 + ${seed}) * ${STRIDE}::bigint % ${count})`
  return `case when ${i} <= ${busiest} then 1 when ${i} % 2 = 0 then 2 + ${place(keen)}
    else ${2 + keen} + ${place(casual)} end`
}

/** What a row is, in its id. */
export const KINDS = {
  owner: 1,
  member: 2,
  page: 3,
  plan: 4,
  version: 5,
  audience: 6,
  post: 7,
  subscription: 8,
  payment: 9,
  transaction: 10,
  message: 11,
  room: 12,
  conversation: 13,
  notification: 14,
  event: 15,
  session: 16,
  key: 17,
  refund: 18,
  payout: 19,
  medium: 20,
  poll: 21,
  vote: 22,
} as const

/**
 * SQL: an id as ours are, with the time before a number: computed again wherever the row is meant. Two numbers of 64 bits in
 * hexadecimal digits: milliseconds (15 digits with what follows, until the year 2527, so a zero before them), version 7 and the kind;
 * the variant and the number.
 */
export function idOf(kind: keyof typeof KINDS, number: string, at: string): string {
  const ms = `(date_part('epoch', ${at}) * 1000)::bigint`
  return `('0' || to_hex((${ms} << 16) | ${0x7000 | KINDS[kind]}) || to_hex(${VARIANT} | (${number})::bigint))::uuid`
}

/** The lowest number of 64 bits with a sign: an 8 and fifteen zeros. */
const VARIANT = '(-9223372036854775808)::bigint'

/** SQL: a moment so many days (an expression) before now, to the second. */
export function daysAgo({ now }: Figures, days: string): string {
  return `date_trunc('second', ${momentOf(now)} - make_interval(secs => (${days})::float8 * 86400))`
}

export function momentOf(moment: Date): string {
  return `timestamptz '${moment.toISOString()}'`
}

/** SQL: when somebody signed up: the one of that number among so many. */
export function signedUpAt(figures: Figures, number: string, count: number): string {
  const began = new Date(figures.now.getTime() - BEGAN_DAYS_AGO * DAY_MS)
  return `(${momentOf(began)} + make_interval(secs => (${number})::float8 / ${count} * ${SIGN_UP_DAYS * 86_400}))`
}

export function memberId(shape: Shape, number: string): string {
  return idOf('member', number, signedUpAt(shape, number, shape.members))
}

/** SQL: when a post was published, by its number. */
export function publishedAt({ posts, ...figures }: Figures, number: string): string {
  const days = BEGAN_DAYS_AGO - SIGN_UP_DAYS
  return daysAgo({ posts, ...figures }, `${days} * (1 - (${number})::float8 / ${posts}) + 0.001`)
}
