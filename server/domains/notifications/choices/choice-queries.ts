import type { RawBuilder } from 'kysely'

import type { Choice, MailPace, NoticeTopic } from '#contract/notifications/kinds.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

/** What a person chose about a topic, as it is stored; null: nothing. */
export interface Chosen {
  bell: boolean | null
  mail: MailPace | null
  push: boolean | null
  pageBell: boolean | null
  pageMail: MailPace | null
  pagePush: boolean | null
  /** The spec's switch for the mails of the topic. null: never touched, or the topic has none. */
  isMailWanted: boolean | null
  /** Whether they want mails about this page, which they follow; null: they don't follow it. */
  followMails: boolean | null
}

/** The spec's switch that also counts for the mails of a topic. */
const SWITCHES: Partial<Record<NoticeTopic, RawBuilder<boolean | null>>> = {
  newPosts: sql`preferences.creator_updates`,
  replies: sql`preferences.replies`,
}

/** The columns of {@link Chosen}, over {@link choiceTablesSql}. */
export function chosenColumnsSql(topic: NoticeTopic) {
  return sql`every.bell, every.mail, every.push, of_page.bell as "pageBell", of_page.mail as "pageMail",
    of_page.push as "pagePush", ${SWITCHES[topic] ?? sql`null::boolean`} as "isMailWanted",
    followed.is_mailed as "followMails"`
}

/** Joins what the user `u` chose about a topic, for all pages and for one. */
export function choiceTablesSql({
  topic,
  creatorId,
}: {
  topic: NoticeTopic
  creatorId: RawBuilder<unknown>
}) {
  return sql`left join notification_preferences preferences on preferences.user_id = u.id
    left join notification_choices every on every.user_id = u.id and every.topic = ${topic} and every.creator_id is null
    left join notification_choices of_page on of_page.user_id = u.id and of_page.topic = ${topic}
      and of_page.creator_id = ${creatorId}
    left join follows followed on followed.user_id = u.id and followed.creator_id = ${creatorId}`
}

export function findChosen(
  db: Db,
  { userId, topic, creatorId }: { userId: string; topic: NoticeTopic; creatorId: string | null },
): Promise<Chosen> {
  return one(
    db,
    sql<Chosen>`select ${chosenColumnsSql(topic)}
      from users u ${choiceTablesSql({ topic, creatorId: sql`${creatorId}::uuid` })} where u.id = ${userId}`,
  )
}

/** Writes what is given; the rest of the row stays as it is. */
export async function saveChoice(
  db: Db,
  of: { userId: string; topic: NoticeTopic; creatorId: string | null },
  { bell = null, mail = null, push = null }: { [Part in keyof Choice]?: Choice[Part] | null | undefined },
): Promise<void> {
  await run(
    db,
    sql`insert into notification_choices as kept (user_id, creator_id, topic, bell, mail, push)
      values (${of.userId}, ${of.creatorId}::uuid, ${of.topic}, ${bell}::boolean, ${mail}::text, ${push}::boolean)
      on conflict (user_id, topic, creator_id) do update set bell = coalesce(excluded.bell, kept.bell),
        mail = coalesce(excluded.mail, kept.mail), push = coalesce(excluded.push, kept.push)`,
  )
}

export interface PageChoiceRow extends Chosen {
  id: string
  pageName: string
  handle: string
  profileImage: string | null
}

/** The visible pages that a person supports or follows, with what they chose about a topic, by the pages' ids. */
export function listPagesWithChoices(
  db: Db,
  given: { userId: string; topic: NoticeTopic; afterId: string | null; limit: number; now: Date },
): Promise<PageChoiceRow[]> {
  return many(
    db,
    sql<PageChoiceRow>`select c.id, c.page_name as "pageName", c.handle, c.profile_image as "profileImage",
        ${chosenColumnsSql(given.topic)}
      from users u join (
          select s.creator_id from subscriptions s where s.member_id = ${given.userId} and ${hasAccessSql(given.now)}
          union select f.creator_id from follows f where f.user_id = ${given.userId}) near on true
        join creators c on c.id = near.creator_id
        ${choiceTablesSql({ topic: given.topic, creatorId: sql`c.id` })}
      where u.id = ${given.userId} and ${isLivePageSql} and (${given.afterId}::uuid is null or c.id > ${given.afterId}::uuid)
      order by c.id limit ${given.limit}`,
  )
}

/** The same for some pages, by their ids. */
export function listChosen(
  db: Db,
  { userId, topic, creatorIds }: { userId: string; topic: NoticeTopic; creatorIds: readonly string[] },
): Promise<(Chosen & { creatorId: string })[]> {
  return many(
    db,
    sql<Chosen & { creatorId: string }>`select page.id as "creatorId", ${chosenColumnsSql(topic)}
      from users u cross join unnest(${[...creatorIds]}::uuid[]) page (id)
        ${choiceTablesSql({ topic, creatorId: sql`page.id` })}
      where u.id = ${userId}`,
  )
}

export async function findDigestChoice(
  db: Db,
  userId: string,
): Promise<{ isWanted: boolean; timeZone: string | null }> {
  return one(
    db,
    sql<{ isWanted: boolean; timeZone: string | null }>`select coalesce(p.digest, true) as "isWanted",
        u.time_zone as "timeZone"
      from users u left join notification_preferences p on p.user_id = u.id where u.id = ${userId}`,
  )
}

export async function saveDigestWanted(
  db: Db,
  { userId, isWanted, now }: { userId: string; isWanted: boolean; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into notification_preferences (user_id, digest, updated_at) values (${userId}, ${isWanted}, ${now})
      on conflict (user_id) do update set digest = excluded.digest, updated_at = excluded.updated_at`,
  )
}

/** Everything a person chose, for themselves. */
export function listOwnChoices(
  db: Db,
  userId: string,
): Promise<(Pick<Chosen, 'bell' | 'mail' | 'push'> & { topic: string; page: string | null })[]> {
  return many(
    db,
    sql<Pick<Chosen, 'bell' | 'mail' | 'push'> & { topic: string; page: string | null }>`select n.topic,
        c.handle as page, n.bell, n.mail, n.push
      from notification_choices n left join creators c on c.id = n.creator_id
      where n.user_id = ${userId} order by n.topic, c.handle nulls first`,
  )
}

export async function deleteChoices(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from notification_choices where user_id = ${userId}`)
}
