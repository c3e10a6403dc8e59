import { Client, type ClientConfig, type Pool } from 'pg'

import { type Db, run, sql } from '../db/query.ts'
import type { Log } from '../log.ts'

/**
 * All nodes listen on it; a payload is the id of the changed thing, and PostgreSQL delivers it when the change commits.
 */
const CHANNEL = 'cheers_page_changes'

const RECONNECT_AFTER_MS = 1000

/** Says, in the caller's transaction, that pages showing this (a creator's id) are old once it is committed. */
export async function announcePageChange(db: Db, id: string): Promise<void> {
  await run(db, sql`select pg_notify(${CHANNEL}, ${id})`)
}

export interface PageChanges {
  /** Whether changes arrive. While they don't, nothing may be cached. */
  isListening(): boolean
  /**
   * Resolves once every change committed before this call has been handed on: PostgreSQL writes waiting notifications
   * to a connection before it answers that connection's next query.
   */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Listens for changes on a connection of its own, and reconnects when that is lost. */
export async function watchPageChanges(
  pool: Pool,
  log: Log,
  handle: { onChange: (id: string) => void; onGap: () => void },
): Promise<PageChanges> {
  let client: Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let asking: Promise<void> | null = null
  let askingNext: Promise<void> | null = null

  function lose(lost: Client, error?: unknown): void {
    if (client !== lost) return
    client = null
    handle.onGap()
    if (isClosed) return
    log.warn({ err: error }, 'pages are not cached until the database tells about changes again')
    void lost.end().catch(() => undefined)
    retryLater()
  }

  function retryLater(): void {
    if (isClosed) return
    retry = setTimeout(() => void connect(), RECONNECT_AFTER_MS)
    retry.unref()
  }

  async function connect(): Promise<void> {
    const opened = new Client({ ...connectionOf(pool), keepAlive: true, application_name: 'cheers-pages' })
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ payload }) => payload !== undefined && handle.onChange(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      if (isClosed) return await opened.end()
      // We missed the changes in between.
      handle.onGap()
      client = opened
    } catch (error) {
      log.warn({ err: error }, 'listening for changes of pages failed')
      void opened.end().catch(() => undefined)
      retryLater()
    }
  }

  async function ask(): Promise<void> {
    askingNext = null
    const asked = client
    if (!asked) return
    asking = asked.query('select 1').then(
      () => undefined,
      (error: unknown) => lose(asked, error),
    )
    await asking
    if (askingNext === null) asking = null
  }

  await connect()
  return {
    isListening: () => client !== null,
    caughtUp() {
      // A query on its way may have left before the caller's change; the next one covers everyone who waits.
      if (asking) return (askingNext ??= asking.then(ask))
      return ask()
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      const last = client
      client = null
      await last?.end()
    },
  }
}

/** With the pool's own settings; its password is there but hidden from spreading. */
function connectionOf(pool: Pool): ClientConfig {
  const { password } = pool.options
  return { ...pool.options, ...(password === undefined ? {} : { password }) }
}
