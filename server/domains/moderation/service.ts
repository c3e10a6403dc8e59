import { platformFailures } from '#contract/http/route.ts'
import { moderationFailures } from '#contract/moderation/failures.ts'
import { type Commenters, MODERATORS_MAX } from '#contract/moderation/rules.ts'
import { keepAudience } from '#server/domains/audiences/service.ts'
import { type CreatorRow, getCreatorByHandle } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { mayModerate, mayMute } from './access.ts'
import { personMuted } from './events.ts'
import {
  findSettings,
  getOffice,
  insertModerator,
  isPerson,
  listWordRules,
  replaceWordRules,
  type SettingsRow,
  storeMute,
  storeSettings,
  type WordRule,
} from './queries.ts'

export { mayModerate, mayMute, type Office } from './access.ts'
export { findMute, getOffice, isPerson, listWordRules, type SettingsRow } from './queries.ts'
export { judgeWords } from './word-rules.ts'

const DEFAULTS: SettingsRow = {
  commentsFrom: 'readers',
  planIds: [],
  linksFrom: 'everyone',
  holdFirst: false,
  autoHide: true,
  slowSeconds: 0,
}

/** The order of a page, without its words. */
export async function getSettings(db: Db, creatorId: string): Promise<SettingsRow> {
  return (await findSettings(db, creatorId)) ?? DEFAULTS
}

/** The page at an address, for its owner and moderators; everyone else gets a plain no. */
export async function getModeratedPage(db: Db, handle: string, viewer: Viewer): Promise<CreatorRow> {
  const creator = await getCreatorByHandle(db, handle)
  if (!mayModerate(await getOffice(db, creator.id, viewer.id))) throw new Failure(platformFailures.forbidden)
  return creator
}

/**
 * The audience that `followers`, `members` and `plans` stand for; null: the others are none. Throws `plan_not_found`.
 */
export async function keepCommenters(
  db: Db,
  creatorId: string,
  { commentsFrom, planIds }: { commentsFrom: Commenters | null; planIds: readonly string[] },
  now: Date,
): Promise<string | null> {
  if (commentsFrom === null || commentsFrom === 'readers' || commentsFrom === 'nobody') return null
  const step = { isExact: false, fromAt: null, untilAt: null }
  return keepAudience(
    db,
    creatorId,
    [{ reach: commentsFrom, planIds: commentsFrom === 'plans' ? [...planIds] : [], ...step }],
    now,
  )
}

/** Changes what is given of a page's order; two tabs may change different parts of it. Throws `plan_not_found`. */
export async function changeModeration(
  db: Db,
  creatorId: string,
  { words, ...settings }: Partial<SettingsRow & { words: readonly WordRule[] }>,
  now: Date,
): Promise<void> {
  const { commentsFrom = null, planIds = [] } = settings
  const audienceId = await keepCommenters(db, creatorId, { commentsFrom, planIds }, now)
  await storeSettings(db, creatorId, { ...settings, audienceId, defaults: DEFAULTS })
  if (words) await replaceWordRules(db, creatorId, words)
}

export async function getModeration(db: Db, creatorId: string): Promise<SettingsRow & { words: WordRule[] }> {
  return { ...(await getSettings(db, creatorId)), words: await listWordRules(db, creatorId) }
}

/** Throws `moderators_full`, `owner_is_no_moderator`, `moderated_person_not_found`. */
export async function nameModerator(db: Db, creator: CreatorRow, userId: string, now: Date): Promise<void> {
  if (userId === creator.userId) throw new Failure(moderationFailures.owner_is_no_moderator)
  if (!(await isPerson(db, userId))) throw new Failure(moderationFailures.moderated_person_not_found)
  if ((await insertModerator(db, { creatorId: creator.id, userId, now })) > MODERATORS_MAX)
    throw new Failure(moderationFailures.moderators_full)
}

/** Throws `may_not_mute`, `moderated_person_not_found`. */
export async function mute(
  db: Db,
  creator: CreatorRow,
  given: { userId: string; channelId: string | null; until: Date | null; hidePast: boolean; by: string },
  now: Date,
): Promise<void> {
  if (!(await isPerson(db, given.userId))) throw new Failure(moderationFailures.moderated_person_not_found)
  const judge = await getOffice(db, creator.id, given.by)
  const person = await getOffice(db, creator.id, given.userId)
  if (given.userId === given.by || !mayMute(judge, person)) throw new Failure(moderationFailures.may_not_mute)
  const { hidePast, by, ...muted } = given
  await storeMute(db, { creatorId: creator.id, ...muted, by, now })
  const { userId, channelId } = given
  await emit(db, personMuted, { creatorId: creator.id, userId, channelId, hidePast }, now)
}
