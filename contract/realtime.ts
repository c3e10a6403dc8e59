/* Server-sent events for signed-in people, read by `fetch` so that the bearer half of the session is a header. */

/** `?topics=user:…,…&since=user:…:17,…`; the events after those numbers come first. */
export const EVENTS_PATH = '/api/events'

/** Topics one stream may follow. */
export const TOPICS_MAX = 20

/** Streams one person may have open; a browser's tabs share one. The next one takes the place of the oldest. */
export const STREAMS_PER_USER = 10

/** The first event: the number each topic is at. Without `since`, anything older was not told. */
export const FOLLOWING = 'following'
/** Events of a topic were missed: what it is about has to be fetched anew. */
export const GAP = 'gap'
/** A topic that may not be followed, or no longer. */
export const REFUSED = 'refused'
/** The last event: a newer stream of the same person has taken this one's place. */
export const REPLACED = 'replaced'
/** What the receiver may see or do has changed. The server then asks anew which topics they may follow. */
export const ACCESS = 'access'
