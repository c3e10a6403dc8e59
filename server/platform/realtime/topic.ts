import type { Db } from '../db/query.ts'
import type { Viewer } from '../http/implement.ts'

/** What an event of a topic says; the browser is told its name and data as they are. */
export interface TopicEvent {
  name: string
  data: object
}

/** A kind of topic, such as `user`, with the rule of who may follow one. */
export interface Topic<Event extends TopicEvent = TopicEvent> {
  kind: string
  /** Asked when a stream begins, and every minute after. `id` is any UUID a client came up with. */
  mayFollow: (db: Db, viewer: Viewer, id: string, now: Date) => Promise<boolean>
  /**
   * Its events say what to show. Whoever returns then fetches anew, instead of reading what was taken back meanwhile or
   * written before they could read it.
   */
  holdsContent: boolean
  /** Only for its type. */
  readonly event?: Event
}

/** Declares a kind of topic. The app passes those of all domains to `mountRealtime`. */
export function defineTopic<Event extends TopicEvent>(
  kind: string,
  mayFollow: Topic['mayFollow'],
  { holdsContent = false }: { holdsContent?: boolean } = {},
): Topic<Event> {
  return { kind, mayFollow, holdsContent }
}

/** One topic's name on the wire and in the database. */
export function topicName({ kind }: Pick<Topic, 'kind'>, id: string): string {
  return `${kind}:${id}`
}
