import { formsOfAddress } from '#contract/mail-addresses.ts'
import type { Commenters, Linkers, WordAct } from '#contract/moderation/rules.ts'
import { visibleText } from '#contract/visible-text.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import type { Office } from './access.ts'

export interface SettingsRow {
  commentsFrom: Commenters
  /** The plans of `plans`. */
  planIds: string[]
  linksFrom: Linkers
  holdFirst: boolean
  autoHide: boolean
  slowSeconds: number
}

const settingsOfPage = prepared<SettingsRow, { creatorId: string }>(
  'moderation-settings',
  ({ creatorId }) => sql<SettingsRow>`select comments_from as "commentsFrom", links_from as "linksFrom",
      array(select named.plan_id from audience_step_plans named where named.audience_id = comments_audience_id)
        as "planIds",
      hold_first as "holdFirst", auto_hide as "autoHide", slow_seconds as "slowSeconds"
    from moderation_settings where creator_id = ${creatorId}`,
)

export function findSettings(db: Db, creatorId: string): Promise<SettingsRow | null> {
  return maybeOne(db, settingsOfPage({ creatorId }))
}

/** Stores what is given; the rest stays as it is. `audienceId` counts where `commentsFrom` is given. */
export async function storeSettings(
  db: Db,
  creatorId: string,
  given: Partial<Omit<SettingsRow, 'planIds'>> & { audienceId: string | null; defaults: SettingsRow },
): Promise<void> {
  const first = { ...given.defaults, ...given }
  const or = (value: unknown, column: string) => sql`coalesce(${value ?? null}, old.${sql.ref(column)})`
  await run(
    db,
    sql`insert into moderation_settings as old (creator_id, comments_from, comments_audience_id, links_from, hold_first,
        auto_hide, slow_seconds)
      values (${creatorId}, ${first.commentsFrom}, ${first.audienceId}, ${first.linksFrom}, ${first.holdFirst},
        ${first.autoHide}, ${first.slowSeconds})
      on conflict (creator_id) do update set comments_from = ${or(given.commentsFrom, 'comments_from')},
        comments_audience_id = case when ${given.commentsFrom === undefined} then old.comments_audience_id
          else ${given.audienceId} end,
        links_from = ${or(given.linksFrom, 'links_from')}, hold_first = ${or(given.holdFirst, 'hold_first')},
        auto_hide = ${or(given.autoHide, 'auto_hide')}, slow_seconds = ${or(given.slowSeconds, 'slow_seconds')}`,
  )
}

export interface WordRule {
  phrase: string
  act: WordAct
}

const wordsOfPage = prepared<WordRule, { creatorId: string }>(
  'word-rules',
  ({ creatorId }) => sql<WordRule>`select phrase, act from word_rules where creator_id = ${creatorId}
    order by position`,
)

export function listWordRules(db: Db, creatorId: string): Promise<WordRule[]> {
  return many(db, wordsOfPage({ creatorId }))
}

export async function replaceWordRules(db: Db, creatorId: string, rules: readonly WordRule[]): Promise<void> {
  await run(db, sql`delete from word_rules where creator_id = ${creatorId}`)
  await run(
    db,
    sql`insert into word_rules (creator_id, position, phrase, act)
      select ${creatorId}, given.place - 1, given.phrase, given.act
      from unnest(${rules.map(({ phrase }) => phrase)}::text[], ${rules.map(({ act }) => act)}::text[])
        with ordinality given (phrase, act, place)`,
  )
}

const officeOnPage = prepared<Office, { creatorId: string; userId: string | null }>(
  'office-on-page',
  ({ creatorId, userId }) => sql<Office>`select
      exists (select from creators c where c.id = ${creatorId} and c.user_id = ${userId}::uuid) as "isOwner",
      exists (select from moderators m where m.creator_id = ${creatorId} and m.user_id = ${userId}::uuid)
        as "isModerator"`,
)

/** What somebody, or a visitor, is to the order of a page. */
export function getOffice(db: Db, creatorId: string, userId: string | null): Promise<Office> {
  return one(db, officeOnPage({ creatorId, userId }))
}

export interface ModeratorRow {
  id: string
  name: string
  profileImage: string | null
  namedAt: Date
}

export function listModeratorRows(db: Db, creatorId: string): Promise<ModeratorRow[]> {
  return many(
    db,
    sql<ModeratorRow>`select u.id, u.name, u.profile_image as "profileImage", m.named_at as "namedAt"
      from moderators m join users u on u.id = m.user_id
      where m.creator_id = ${creatorId} order by m.named_at, u.id`,
  )
}

/** Returns how many there are then. Two who are named at once wait for each other. */
export async function insertModerator(
  db: Db,
  given: { creatorId: string; userId: string; now: Date },
): Promise<number> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`moderators of ${given.creatorId}`}, 0))`)
  await run(
    db,
    sql`insert into moderators (creator_id, user_id, named_at)
      values (${given.creatorId}, ${given.userId}, ${given.now}) on conflict do nothing`,
  )
  const { count } = await one(
    db,
    sql<{
      count: number
    }>`select count(*)::integer as count from moderators where creator_id = ${given.creatorId}`,
  )
  return count
}

export async function deleteModerator(db: Db, creatorId: string, userId: string): Promise<void> {
  await run(db, sql`delete from moderators where creator_id = ${creatorId} and user_id = ${userId}`)
}

/** Whether somebody is a person here: activated, and not erased. */
export async function isPerson(db: Db, userId: string): Promise<boolean> {
  const { isThere } = await one(
    db,
    sql<{ isThere: boolean }>`select exists (select from users
      where id = ${userId} and erased_at is null and email_verified_at is not null) as "isThere"`,
  )
  return isThere
}

/**
 * The person with this username, or with this address if they have something to do with the page: of others, asking tells
 * nobody whether they have an account.
 */
export function listCandidates(
  db: Db,
  creatorId: string,
  typed: string,
): Promise<{ id: string; name: string; profileImage: string | null }[]> {
  const username = visibleText(typed.normalize('NFKC')).replace(/^@/, '')
  return many(
    db,
    sql<{ id: string; name: string; profileImage: string | null }>`select u.id, u.name,
        u.profile_image as "profileImage"
      from users u where u.erased_at is null and u.email_verified_at is not null and u.status <> 'suspended'
        and (lower(u.username) = lower(${username}) or (u.email = any(${formsOfAddress(typed)}::text[]) and (
          exists (select from follows f where f.user_id = u.id and f.creator_id = ${creatorId})
          or exists (select from subscriptions s where s.member_id = u.id and s.creator_id = ${creatorId}
            and s.status not in ('pending', 'failed')))))
      limit 1`,
  )
}

export interface MuteRow {
  id: string
  name: string
  profileImage: string | null
  channelId: string | null
  until: Date | null
  mutedAt: Date
}

/** At most 500: nobody reads more. */
export function listMuteRows(db: Db, creatorId: string, now: Date): Promise<MuteRow[]> {
  return many(
    db,
    sql<MuteRow>`select u.id, u.name, u.profile_image as "profileImage", m.channel_id as "channelId",
        m.until_at as until, m.muted_at as "mutedAt"
      from mutes m join users u on u.id = m.user_id
      where m.creator_id = ${creatorId} and (m.until_at is null or m.until_at > ${now})
      order by m.muted_at desc, u.id limit 500`,
  )
}

export async function storeMute(
  db: Db,
  given: {
    creatorId: string
    userId: string
    channelId: string | null
    until: Date | null
    by: string
    now: Date
  },
): Promise<void> {
  await run(
    db,
    sql`insert into mutes (creator_id, user_id, channel_id, until_at, muted_by, muted_at)
      values (${given.creatorId}, ${given.userId}, ${given.channelId}, ${given.until}, ${given.by}, ${given.now})
      on conflict (creator_id, user_id, channel_id) do update set until_at = excluded.until_at,
        muted_by = excluded.muted_by, muted_at = excluded.muted_at`,
  )
}

export async function deleteMutes(db: Db, creatorId: string, userId: string): Promise<void> {
  await run(db, sql`delete from mutes where creator_id = ${creatorId} and user_id = ${userId}`)
}

const muteOfPerson = prepared<
  { until: Date | null },
  { creatorId: string; userId: string | null; channelId: string; now: Date }
>(
  'mute-of-person',
  (given) => sql<{ until: Date | null }>`select m.until_at as until from mutes m
    where m.creator_id = ${given.creatorId} and m.user_id = ${given.userId}::uuid
      and (m.channel_id is null or m.channel_id = ${given.channelId})
      and (m.until_at is null or m.until_at > ${given.now}::timestamptz)
    order by m.until_at desc nulls first limit 1`,
)

/** What keeps somebody from writing in a channel, the longest; null: nothing. */
export function findMute(
  db: Db,
  question: { creatorId: string; userId: string | null; channelId: string; now: Date },
): Promise<{ until: Date | null } | null> {
  return maybeOne(db, muteOfPerson(question))
}

/** A person's offices and mutes, and what they set on their page. */
export async function eraseModeration(db: Db, userId: string, creatorId: string | null): Promise<void> {
  await run(db, sql`delete from moderators where user_id = ${userId} or creator_id = ${creatorId}::uuid`)
  await run(db, sql`delete from mutes where user_id = ${userId} or creator_id = ${creatorId}::uuid`)
  // Whoever muted is a row that names nobody now; the mute itself is the page's.
  if (creatorId === null) return
  await run(db, sql`delete from word_rules where creator_id = ${creatorId}`)
  await run(db, sql`delete from moderation_settings where creator_id = ${creatorId}`)
}

export interface ModeratedPageRow {
  id: string
  pageName: string
  handle: string
  profileImage: string | null
  isOwner: boolean
}

/** Where somebody keeps order: at most 100 pages, their own first. */
export function listModeratedPageRows(db: Db, userId: string): Promise<ModeratedPageRow[]> {
  return many(
    db,
    sql<ModeratedPageRow>`select c.id, c.page_name as "pageName", c.handle, c.profile_image as "profileImage",
        c.user_id = ${userId} as "isOwner"
      from creators c
      where ${isLivePageSql} and c.id in (select own.id from creators own where own.user_id = ${userId}
        union select office.creator_id from moderators office where office.user_id = ${userId})
      order by c.user_id = ${userId} desc, c.page_name, c.id limit 100`,
  )
}

export async function listOwnOffices(db: Db, userId: string): Promise<{ page: string; namedAt: Date }[]> {
  return many(
    db,
    sql<{ page: string; namedAt: Date }>`select c.handle as page, m.named_at as "namedAt"
      from moderators m join creators c on c.id = m.creator_id where m.user_id = ${userId} order by m.named_at`,
  )
}
