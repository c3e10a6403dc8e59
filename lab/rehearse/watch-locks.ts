import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/* How long anyone waits for a lock of the database, looked at all the time: a wait is seen to within this. */

const EVERY_MS = 100

export interface Wait {
  ms: number
  /** What was waited for, by which statement, and what those who held it did. */
  what: string
}

export interface LockWaits {
  /** Of the nodes: what people wait for. */
  requests: Wait
  /** Of the migrations, which give way. */
  migrations: Wait
}

interface Seen {
  isMigration: boolean
  ms: number
  lock: string
  query: string
  holders: string | null
}

export interface LockWatch {
  /** The longest waits since it was last asked. */
  take: () => LockWaits
  /** The longest of all. */
  stop: () => Promise<LockWaits>
}

const nobodyWaited = (): LockWaits => ({
  requests: { ms: 0, what: 'none' },
  migrations: { ms: 0, what: 'none' },
})

/** Counts waits of the database at an address until it is stopped; those of `migrations`, an application's name, apart. */
export async function watchLocks(url: string, migrations: string): Promise<LockWatch> {
  const client = new pg.Client({ connectionString: url })
  // When a rehearsal breaks off, its database goes first; what broke it off is what should be read.
  client.on('error', () => undefined)
  await client.connect()
  const longest = nobodyWaited()
  let lately = nobodyWaited()
  const stopping = new AbortController()

  async function look(): Promise<void> {
    const { rows } = await client.query<Seen>({
      name: 'waits',
      text: `select a.application_name = $1 as "isMigration",
          extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms,
          concat_ws(' ', l.mode, coalesce(l.relation::regclass::text, l.locktype)) as lock, left(a.query, 120) as query,
          (select string_agg(concat_ws(' ', case when h.application_name = $1 then 'a migration,' end,
              h.state, coalesce(h.wait_event, 'at work'), left(h.query, 120)), '; ')
            from pg_stat_activity h where h.pid = any (pg_blocking_pids(l.pid))) as holders
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and l.waitstart is not null and a.datname = current_database()`,
      values: [migrations],
    })
    for (const { isMigration, ms, lock, query, holders } of rows) {
      const who = isMigration ? 'migrations' : 'requests'
      const what = `${lock}, by ${query}, held by ${holders ?? 'nobody any more'}`.replaceAll(/\s+/g, ' ')
      for (const kept of [longest, lately]) if (ms > kept[who].ms) kept[who] = { ms, what }
    }
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look()
      await sleep(EVERY_MS)
    }
  }

  const looking = keepLooking()
  looking.catch(() => undefined)
  return {
    take() {
      const taken = lately
      lately = nobodyWaited()
      return taken
    },
    async stop() {
      stopping.abort()
      await looking
      await client.end()
      return longest
    },
  }
}
