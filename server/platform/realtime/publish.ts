import { endWith } from '../db/transaction.ts'
import type { Db } from '../db/query.ts'
import { insertEvents, listPositions, type Position, type Publication } from './queries.ts'
import { type Topic, type TopicEvent, topicName } from './topic.ts'

/** What waits for the end of a transaction. */
const waiting = new WeakMap<Db, Publication[]>()

/** Hubs of this process, by the database they serve. */
const hubs = new WeakMap<Db, Set<(published: readonly Position[]) => void>>()

/**
 * Publishes an event to everyone who follows a topic: stored by the caller's transaction as its last statement, told
 * once that has committed. The row of a topic is locked until then, so events are numbered in the order of commits; and
 * since it is the last statement, writers to a busy topic hardly wait for each other. The same event twice in a
 * transaction is one.
 */
export async function publish<Event extends TopicEvent>(
  db: Db,
  topic: Topic<Event>,
  id: string,
  { name, data }: Event,
  /** Whose doing it is: those who are kept apart from them aren't told. */
  byId: string | null = null,
): Promise<void> {
  const publication = { topic: topicName(topic, id), name, data: JSON.stringify(data), byId }
  const ofTransaction = waiting.get(db)
  if (ofTransaction) {
    if (!ofTransaction.some((known) => isSame(known, publication))) ofTransaction.push(publication)
    return
  }
  const batch = [publication]
  let published: readonly Position[] = []
  const isWaiting = endWith(db, {
    async beforeCommit(transaction) {
      published = await insertEvents(transaction, batch)
    },
    afterCommit: (opened) => tell(opened, published),
  })
  if (isWaiting) waiting.set(db, batch)
  else tell(db, await insertEvents(db, batch))
}

/** The same event to many topics of a kind, of which only those are written that somebody followed lately. */
export async function publishEach<Event extends TopicEvent>(
  db: Db,
  topic: Topic<Event>,
  ids: readonly string[],
  event: Event,
): Promise<void> {
  if (ids.length === 0) return
  const idOf = new Map(ids.map((id) => [topicName(topic, id), id]))
  // Who begins to follow at this very moment fetches everything anew.
  for (const followed of await listPositions(db, [...idOf.keys()])) {
    const id = idOf.get(followed.topic)
    if (id !== undefined) await publish(db, topic, id, event)
  }
}

function isSame(one: Publication, other: Publication): boolean {
  return one.topic === other.topic && one.name === other.name && one.data === other.data
}

/** Without a hub in this process, as in a script, the nodes find the events when they compare their topics' numbers. */
function tell(db: Db, published: readonly Position[]): void {
  for (const hub of hubs.get(db) ?? []) hub(published)
}

/** Calls back with what was committed on this database by this process; the returned function stops that. */
export function onPublished(db: Db, hub: (published: readonly Position[]) => void): () => void {
  const listening = hubs.get(db) ?? new Set()
  hubs.set(db, listening.add(hub))
  return () => void listening.delete(hub)
}
