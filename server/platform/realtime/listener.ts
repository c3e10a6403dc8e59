import { Client, type ClientConfig, type Pool } from 'pg'

import type { Log } from '../log.ts'

const RECONNECT_AFTER_MS = 1000

/** Receives what is sent on a channel. */
export interface Channel {
  name: string
  onMessage(payload: string): void
  /** Messages may have been missed, because the connection was lost, or has just been made. */
  onGap(): void
}

/** A node's one connection for PostgreSQL's notifications; it reconnects when it is lost. */
export interface Listener {
  listen(channel: Channel): Promise<void>
  /** Whether messages arrive. */
  isListening(): boolean
  /**
   * Resolves once every notification committed before this call has been handed on: PostgreSQL writes waiting
   * notifications to a connection before it answers that connection's next query.
   */
  caughtUp(): Promise<void>
  /** Sends to every node, this one included. Answers false while there is no connection. */
  notify(channel: string, payloads: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

/** Opens the connection; nothing is lost on it while it is there, and everybody is told when it isn't. */
export async function openListener(pool: Pool, log: Log): Promise<Listener> {
  const channels = new Map<string, Channel>()
  let client: Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let asking: Promise<void> | null = null
  let askingNext: Promise<void> | null = null
  let lastQuery: Promise<unknown> = Promise.resolve()

  /** A connection takes one query at a time. */
  function query(on: Client, text: string, values: unknown[] = []): Promise<unknown> {
    const answer = lastQuery.then(() => on.query(text, values))
    lastQuery = answer.catch(() => undefined)
    return answer
  }

  function tellGap(): void {
    for (const channel of channels.values()) channel.onGap()
  }

  function lose(lost: Client, error?: unknown): void {
    if (client !== lost) return
    client = null
    tellGap()
    if (isClosed) return
    log.warn({ err: error }, 'pages are not cached, and events come late, until the database notifies again')
    void lost.end().catch(() => undefined)
    retryLater()
  }

  function retryLater(): void {
    if (isClosed) return
    retry = setTimeout(() => void connect(), RECONNECT_AFTER_MS)
    retry.unref()
  }

  async function connect(): Promise<void> {
    const opened = new Client({ ...connectionOf(pool), keepAlive: true, application_name: 'cheers-listener' })
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ channel, payload }) => {
      if (payload !== undefined) channels.get(channel)?.onMessage(payload)
    })
    try {
      await opened.connect()
      // Channels that are added meanwhile are iterated too.
      for (const name of channels.keys()) await opened.query(`listen ${opened.escapeIdentifier(name)}`)
      if (isClosed) return await opened.end()
      client = opened
      tellGap()
    } catch (error) {
      log.warn({ err: error }, 'listening to the database failed')
      void opened.end().catch(() => undefined)
      retryLater()
    }
  }

  async function ask(): Promise<void> {
    askingNext = null
    const asked = client
    if (!asked) return
    asking = query(asked, 'select 1').then(
      () => undefined,
      (error: unknown) => lose(asked, error),
    )
    await asking
    if (askingNext === null) asking = null
  }

  await connect()
  return {
    async listen(channel) {
      channels.set(channel.name, channel)
      const asked = client
      if (!asked) return
      try {
        await query(asked, `listen ${asked.escapeIdentifier(channel.name)}`)
      } catch (error) {
        lose(asked, error)
      }
    },
    isListening: () => client !== null,
    caughtUp() {
      // A query on its way may have left before the caller's change; the next one covers everyone who waits.
      if (asking) return (askingNext ??= asking.then(ask))
      return ask()
    },
    async notify(channel, payloads) {
      const asked = client
      if (!asked) return false
      try {
        await query(asked, 'select pg_notify($1, payload) from unnest($2::text[]) payload', [
          channel,
          payloads,
        ])
        return true
      } catch (error) {
        lose(asked, error)
        return false
      }
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
