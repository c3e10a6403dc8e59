import type { StateCause } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

import { judgeText } from './judge-text.ts'
import { getAuthorFacts } from './people-queries.ts'
import { checkWriting, type Place } from './places.ts'

/**
 * What holds a text back that somebody writes beside a channel, such as a question in a live session, by the rules of
 * its messages; null: nothing. Throws `may_not_write`, `word_refused`, `links_refused`, `newcomer_links`.
 */
export async function judgeBeside(
  db: Db,
  place: Place,
  { body, authorId, now }: { body: string; authorId: string; now: Date },
): Promise<StateCause | null> {
  const { settings } = await checkWriting(db, place, now)
  const { id: channelId, creatorId } = place.channel
  const facts = await getAuthorFacts(db, { userId: authorId, channelId, creatorId, now })
  return judgeText(db, place, { body, authorId, facts, settings, now })
}
