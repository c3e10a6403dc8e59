import { choiceFailures } from '#contract/notifications/failures.ts'
import { type Choice, type MailPace, type NoticeTopic, topicRules } from '#contract/notifications/kinds.ts'
import { isTimeZone } from '#contract/notifications/local-time.ts'
import type { NotificationTopic } from '#contract/notifications/routes.ts'
import { setTimeZone } from '#server/domains/accounts/service.ts'
import { setFollowMailed } from '#server/domains/audiences/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { digestDueAt } from '../digest/digest-due.ts'
import { moveDigests } from '../digest/digest-queries.ts'
import { changePreferences } from '../preferences.ts'
import { type Chosen, findChosen, saveChoice, saveDigestWanted } from './choice-queries.ts'

/** The spec's switch that turns the mails of a topic on and off. */
const SWITCHES: Partial<Record<NoticeTopic, NotificationTopic>> = {
  newPosts: 'creatorUpdates',
  replies: 'replies',
}

/** What a person's stored choices about a topic come to. */
export function choiceOf(topic: NoticeTopic, chosen: Chosen): Choice {
  const { defaults } = topicRules(topic)
  return {
    bell: chosen.pageBell ?? chosen.bell ?? defaults.bell,
    push: chosen.pagePush ?? chosen.push ?? defaults.push,
    mail: mailPaceOf(topic, chosen),
  }
}

/**
 * The switch of the spec ends the mails of all pages, and a follower's own switch those of one page; only how soon they
 * come is chosen beside them.
 */
function mailPaceOf(topic: NoticeTopic, chosen: Chosen): MailPace {
  const { mail, defaults } = topicRules(topic)
  if (mail !== 'chosen') return defaults.mail
  if (chosen.isMailWanted === false || chosen.followMails === false) return 'off'
  const ofAll = chosen.mail ?? defaults.mail
  if (chosen.followMails !== true) return chosen.pageMail ?? ofAll
  return chosen.pageMail === null || chosen.pageMail === 'off' ? ofAll : chosen.pageMail
}

export async function getChoice(
  db: Db,
  of: { userId: string; topic: NoticeTopic; creatorId: string | null },
): Promise<Choice> {
  return choiceOf(of.topic, await findChosen(db, of))
}

/** Throws `choice_not_offered` for what nobody may choose. */
export async function changeChoice(
  db: Db,
  of: { userId: string; topic: NoticeTopic; creatorId: string | null },
  changes: { [Part in keyof Choice]?: Choice[Part] | undefined },
  now: Date,
): Promise<Choice> {
  const { mail, isPerCreator } = topicRules(of.topic)
  if ((changes.mail !== undefined && mail !== 'chosen') || (of.creatorId !== null && !isPerCreator))
    throw new Failure(choiceFailures.choice_not_offered)
  await saveMailSwitch(db, of, changes.mail, now)
  if (changes.mail === 'daily' || changes.mail === 'weekly')
    await saveDigestWanted(db, { userId: of.userId, isWanted: true, now })
  // Switched off by the spec's switch, the pace is kept for when it is on again.
  const isKeptBySwitch = of.creatorId === null && of.topic in SWITCHES && changes.mail === 'off'
  await saveChoice(db, of, isKeptBySwitch ? { ...changes, mail: undefined } : changes)
  return getChoice(db, of)
}

/** Off and on are the older switches' to say, where there is one. */
async function saveMailSwitch(
  db: Db,
  { userId, topic, creatorId }: { userId: string; topic: NoticeTopic; creatorId: string | null },
  mail: MailPace | undefined,
  now: Date,
): Promise<void> {
  const name = SWITCHES[topic]
  if (mail === undefined || name === undefined) return
  if (creatorId === null) await changePreferences(db, userId, { [name]: mail !== 'off' }, now)
  else await setFollowMailed(db, userId, creatorId, mail !== 'off')
}

/** Throws `time_zone_unknown`. What waits for the next digest comes at the new zone's eight o'clock. */
export async function changeTimeZone(
  db: Db,
  { userId, timeZone, isGuess, now }: { userId: string; timeZone: string; isGuess: boolean; now: Date },
): Promise<void> {
  if (!isTimeZone(timeZone)) throw new Failure(choiceFailures.time_zone_unknown)
  if (!(await setTimeZone(db, { userId, timeZone, isGuess }))) return
  for (const pace of ['daily', 'weekly'] as const)
    await moveDigests(db, { userId, pace, dueAt: digestDueAt(now, timeZone, pace) })
}
