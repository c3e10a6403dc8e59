import type { StateCause } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

import { judgeText } from './judge-text.ts'
import { getAuthorFacts } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'

/**
 * What holds a text back that somebody writes beside a channel, such as a question in a live session, by the rules of
 * its messages; null: nothing. What is anonymous is held or shown as if somebody unknown had written it: those who keep
 * order would otherwise learn that it is by one of them, or by a newcomer. Throws `may_not_write`, `word_refused`,
 * `links_refused`, `newcomer_links`.
 */
export async function judgeBeside(
  db: Db,
  place: Place,
  { body, authorId, isAnonymous, now }: { body: string; authorId: string; isAnonymous: boolean; now: Date },
): Promise<StateCause | null> {
  const judged = isAnonymous ? { ...place, reader: { ...place.reader, mayModerate: false } } : place
  const { settings } = await checkWriting(db, judged, now)
  const { id: channelId, creatorId } = place.channel
  const facts = await getAuthorFacts(db, { userId: authorId, channelId, creatorId, now })
  const known = isAnonymous ? { ...facts, isKnown: false } : facts
  return judgeText(db, judged, { body, authorId, facts: known, settings, now })
}
