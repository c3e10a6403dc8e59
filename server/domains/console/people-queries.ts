import type { PageState, PersonState } from '#contract/console/rules.ts'
import type { CaseState, Measure, ReportReason, TargetKind } from '#contract/enforcement/rules.ts'
import type { StaffRole } from '#contract/http/permissions.ts'
import type { Currency } from '#contract/money.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { formsOfAddress } from '#contract/mail-addresses.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

/** What is typed begins a name: "%" and "_" stand for themselves. */
function beginning(q: string): string {
  return `${q.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
}

interface Page<State> {
  q: string
  state: State | null
  beforeId: string | null
  limit: number
}

export interface PersonRow {
  id: string
  name: string
  username: string
  email: string
  state: PersonState
  creatorId: string | null
  pageName: string | null
  handle: string | null
  joinedAt: Date
}

const people = sql`select u.id, u.name, u.username, u.email, case when u.erased_at is not null then 'erased'
      when u.status = 'suspended' then 'suspended' when u.deletion_due_at is not null then 'closing'
      when u.email_verified_at is null then 'unconfirmed' else 'active' end as state,
    c.id as "creatorId", c.page_name as "pageName", c.handle, u.created_at as "joinedAt"`
const fromPeople = sql`from users u left join creators c on c.user_id = u.id`

/** Each in a form that its index has. */
const PEOPLE_IN = {
  active: sql`u.status = 'active' and u.erased_at is null and u.deletion_due_at is null and u.email_verified_at is not null`,
  suspended: sql`u.status = 'suspended'`,
  closing: sql`u.deletion_due_at is not null and u.erased_at is null`,
  unconfirmed: sql`u.email_verified_at is null`,
  erased: sql`u.erased_at is not null`,
} satisfies Record<PersonState, ReturnType<typeof sql>>

/** An address only counts whole: else whoever may not see addresses could guess one letter by letter. */
function peopleNamed(q: string) {
  if (q.startsWith('@')) return sql`lower(u.username) like ${beginning(q.slice(1))}`
  if (q.includes('@')) return sql`u.email = any(${formsOfAddress(q)}::text[])`
  // Erased accounts have no name of theirs any more, and the index of names leaves them out.
  return sql`(u.erased_at is null and lower(u.name) like ${beginning(q)} or lower(u.username) like ${beginning(q)})`
}

/** Up to so many are found by name and then put in order; more are common enough to be met from the newest on. */
const FEW = 2000

/** The last of all signs. */
const LAST_SIGN = '\u{10FFFF}'

/** Who is called so, by stretches of the indexes of names; null: many, or `q` is an address. */
async function findFewNamed(db: Db, q: string): Promise<string[] | null> {
  const isUsername = q.startsWith('@')
  if (q.includes('@') && !isUsername) return null
  const from = (isUsername ? q.slice(1) : q).toLowerCase()
  const isCalledSo = (name: typeof people) =>
    sql`${name} ~>=~ ${from} and ${name} ~<~ ${from + LAST_SIGN} order by ${name} using ~<~ limit ${FEW + 1}`
  const byUsername = sql`(select u.id from users u where ${isCalledSo(sql`lower(u.username)`)})`
  const byName = sql`(select u.id from users u where u.erased_at is null and ${isCalledSo(sql`lower(u.name)`)})`
  const rows = await many(
    db,
    sql<{
      id: string
    }>`select named.id from (${isUsername ? byUsername : sql`${byUsername} union ${byName}`}) named
      limit ${FEW + 1}`,
  )
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/** Accounts, the newest first. */
export async function listPeople(
  db: Db,
  { q, state, beforeId, limit }: Page<PersonState>,
): Promise<PersonRow[]> {
  const few = q === '' ? null : await findFewNamed(db, q)
  const conditions = [
    ...(q === '' ? [] : [few === null ? peopleNamed(q) : sql`u.id = any(${few}::uuid[])`]),
    ...(state === null ? [] : [PEOPLE_IN[state]]),
    ...(beforeId === null ? [] : [sql`u.id < ${beforeId}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return many(db, sql<PersonRow>`${people} ${fromPeople} ${where} order by u.id desc limit ${limit}`)
}

export interface WholePersonRow extends PersonRow {
  country: string | null
  sessionCount: number
  hasFactor: boolean
  deletionDueAt: Date | null
  roles: StaffRole[]
}

export function findPerson(db: Db, id: string): Promise<WholePersonRow | null> {
  return maybeOne(
    db,
    sql<WholePersonRow>`${people}, u.country, u.deletion_due_at as "deletionDueAt",
        (select count(*)::int from sessions s where s.user_id = u.id) as "sessionCount",
        exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasFactor",
        array(select w.role from staff w where w.user_id = u.id and w.ended_at is null order by w.role) as roles
      ${fromPeople} where u.id = ${id}`,
  )
}

export interface SuspensionRow {
  id: string
  suspendedAt: Date
  reason: string
  by: string
  reinstatedAt: Date | null
  reinstatementReason: string | null
  reinstatedBy: string | null
}

/** Who decided: the name of an account, or whoever ran the command. */
function nameOf(column: string) {
  const said = sql`s.${sql.ref(column)}`
  return sql`coalesce((select d.name from users d
    where d.id = case when ${said} ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then ${said}::uuid end), ${said})`
}

export function listSuspensions(db: Db, userId: string, limit: number): Promise<SuspensionRow[]> {
  return many(
    db,
    sql<SuspensionRow>`select s.id, s.suspended_at as "suspendedAt", s.reason, ${nameOf('suspended_by')} as by,
        s.reinstated_at as "reinstatedAt", s.reinstatement_reason as "reinstatementReason",
        ${nameOf('reinstated_by')} as "reinstatedBy"
      from account_suspensions s where s.user_id = ${userId} order by s.suspended_at desc, s.id desc limit ${limit}`,
  )
}

export interface RecoveryRow {
  askedAt: Date
  by: string
  removedAt: Date | null
}

/** What is under way about lost second factors; null: nothing. */
export function findRecovery(db: Db, userId: string): Promise<RecoveryRow | null> {
  return maybeOne(
    db,
    sql<RecoveryRow>`select s.asked_at as "askedAt", ${nameOf('asked_by')} as by, s.due_at as "removedAt"
      from factor_recoveries s where s.user_id = ${userId} and s.ended_at is null`,
  )
}

export interface MembershipRow {
  id: string
  creatorId: string
  pageName: string
  handle: string
  planName: string
  status: string
  priceCents: number
  currency: Currency
  interval: BillingInterval
  since: Date
  accessUntil: Date | null
  cancelAtPeriodEnd: boolean
}

/** Attempts that were never paid are left out: nothing came of them. */
export function listMemberships(db: Db, userId: string, limit: number): Promise<MembershipRow[]> {
  return many(
    db,
    sql<MembershipRow>`select s.id, s.creator_id as "creatorId", c.page_name as "pageName", c.handle, p.name as "planName",
        s.status, s.price_cents as "priceCents", s.currency, s.interval,
        coalesce(s.activated_at, s.created_at) as since, s.access_until as "accessUntil",
        s.cancel_at_period_end as "cancelAtPeriodEnd"
      from subscriptions s join creators c on c.id = s.creator_id join plans p on p.id = s.plan_id
      where s.member_id = ${userId} and s.status not in ('pending', 'failed') order by s.id desc limit ${limit}`,
  )
}

export interface CaseLineRow {
  id: string
  number: number
  kind: TargetKind
  reason: ReportReason
  state: CaseState
  measure: Measure | null
  openedAt: Date
}

const cases = sql`select k.id, k.number, k.target_kind as kind, k.reason, k.state, k.opened_at as "openedAt",
    (select d.measure from decisions d where d.case_id = k.id order by d.id desc limit 1) as measure
  from cases k`

export function listCasesAbout(db: Db, userId: string, limit: number): Promise<CaseLineRow[]> {
  return many(
    db,
    sql<CaseLineRow>`${cases} where k.concerned_id = ${userId} order by k.id desc limit ${limit}`,
  )
}

export function listCasesOn(db: Db, creatorId: string, limit: number): Promise<CaseLineRow[]> {
  return many(
    db,
    sql<CaseLineRow>`${cases} where k.creator_id = ${creatorId} order by k.id desc limit ${limit}`,
  )
}

export interface PageRow {
  id: string
  name: string
  handle: string
  ownerId: string
  ownerName: string
  state: PageState
  openedAt: Date
}

const pages = sql`select c.id, c.page_name as name, c.handle, u.id as "ownerId", u.name as "ownerName",
    case when u.status = 'suspended' then 'suspended' when c.hidden_at is not null then 'closing' else 'open' end
      as state, c.created_at as "openedAt"`
const fromPages = sql`from creators c join users u on u.id = c.user_id`

const PAGES_IN = {
  open: sql`u.status = 'active' and c.hidden_at is null`,
  suspended: sql`c.user_id in (select id from users where status = 'suspended')`,
  closing: sql`c.hidden_at is not null`,
} satisfies Record<PageState, ReturnType<typeof sql>>

/** Pages, the newest first. */
export function listPages(db: Db, { q, state, beforeId, limit }: Page<PageState>): Promise<PageRow[]> {
  const named = q.startsWith('@') || q.startsWith('/') ? q.slice(1) : q
  const conditions = [
    ...(named === ''
      ? []
      : [sql`(lower(c.page_name) like ${beginning(named)} or lower(c.handle) like ${beginning(named)})`]),
    ...(state === null ? [] : [PAGES_IN[state]]),
    ...(beforeId === null ? [] : [sql`c.id < ${beforeId}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return many(db, sql<PageRow>`${pages} ${fromPages} ${where} order by c.id desc limit ${limit}`)
}

export interface WholePageRow extends PageRow {
  isAdult: boolean
  platformPlan: string
  feeBasisPoints: number
}

export function findPage(db: Db, id: string): Promise<WholePageRow | null> {
  return maybeOne(
    db,
    sql<WholePageRow>`${pages}, c.is_adult as "isAdult", f.name as "platformPlan", f.fee_basis_points as "feeBasisPoints"
      ${fromPages} join platform_plans f on f.id = c.platform_plan_id where c.id = ${id}`,
  )
}

export interface PlanLineRow {
  id: string
  name: string
  priceCents: number
  currency: Currency
  isArchived: boolean
  memberCount: number
}

/** With how many pay for each now. */
export function listPlansOf(db: Db, creatorId: string, limit: number): Promise<PlanLineRow[]> {
  return many(
    db,
    sql<PlanLineRow>`select p.id, p.name, p.price_cents as "priceCents", p.currency, p.archived_at is not null as "isArchived",
        (select coalesce(sum(payers), 0)::integer from payer_counts where plan_id = p.id) as "memberCount"
      from plans p where p.creator_id = ${creatorId} order by p.archived_at nulls first, p.price_cents, p.id limit ${limit}`,
  )
}
