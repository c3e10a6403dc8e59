import * as z from 'zod/mini'

import type { Db } from '../db/query.ts'
import { endWith } from '../db/transaction.ts'
import { type Topic, type TopicEvent, topicName } from './topic.ts'

/** Hubs of all nodes listen on it; a payload is one event. */
export const PASSING_CHANNEL = 'cheers_passing'

const passing = z.object({
  topic: z.string(),
  name: z.string(),
  /** JSON. */
  data: z.string(),
  byId: z.string(),
})

/** What is true for a moment, such as that somebody types. */
export type Passing = z.infer<typeof passing>

/** Hubs of this process, by the database they serve. */
const hubs = new WeakMap<Db, Set<(event: Passing) => void>>()

/**
 * Tells those who follow a topic now, on all nodes, of what is over soon. It is stored nowhere and has no number: whoever
 * misses it misses nothing. `byId`: whose doing it is; those who are kept apart from them aren't told.
 */
export function publishInPassing<Event extends TopicEvent>(
  db: Db,
  topic: Topic<Event>,
  id: string,
  { name, data }: Event,
  byId: string,
): void {
  const event = { topic: topicName(topic, id), name, data: JSON.stringify(data), byId }
  const tell = (opened: Db) => {
    for (const hub of hubs.get(opened) ?? []) hub(event)
  }
  if (!endWith(db, { afterCommit: tell })) tell(db)
}

/** Calls back with what this process publishes in passing on this database; the returned function stops that. */
export function onPassing(db: Db, hub: (event: Passing) => void): () => void {
  const listening = hubs.get(db) ?? new Set()
  hubs.set(db, listening.add(hub))
  return () => void listening.delete(hub)
}

/** An event as another node sent it; null: it is none. */
export function readPassing(payload: string): Passing | null {
  try {
    return passing.parse(JSON.parse(payload))
  } catch {
    return null
  }
}
