import { type Db, run, sql } from '../db/query.ts'
import type { Listener } from '../realtime/listener.ts'

/**
 * All nodes listen on it; a payload is the id of the changed thing. Unlike what browsers are told, it is part of the
 * transaction that makes the change: PostgreSQL delivers it with the commit, so that no page is old after it, whoever is
 * killed. That lock on commits is affordable, because pages change when their owners save something.
 */
const CHANNEL = 'cheers_page_changes'

/** Says, in the caller's transaction, that pages showing this (a creator's id) are old once it is committed. */
export async function announcePageChange(db: Db, id: string): Promise<void> {
  await run(db, sql`select pg_notify(${CHANNEL}, ${id})`)
}

/** Hands on the changes of all nodes. While the listener isn't listening they don't arrive, and nothing may be kept. */
export function watchPageChanges(
  listener: Listener,
  handle: { onChange: (id: string) => void; onGap: () => void },
): Promise<void> {
  return listener.listen({ name: CHANNEL, onMessage: handle.onChange, onGap: handle.onGap })
}
