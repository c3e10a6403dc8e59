import type pg from 'pg'

type Send = (about: unknown, ...rest: unknown[]) => unknown

/**
 * Has a connection to a pooler send every statement without its name. Each transaction gets another of the pooler's own
 * connections, which doesn't know what an earlier one prepared, or knows something else by that name.
 */
export function sendNameless(client: pg.ClientBase): void {
  const send = client.query.bind(client) as Send
  const sendWithoutName: Send = (about, ...rest) => send(withoutName(about), ...rest)
  Object.assign(client, { query: sendWithoutName })
}

function withoutName(about: unknown): unknown {
  const isNamed = typeof about === 'object' && about !== null && 'name' in about && !('submit' in about)
  return isNamed ? { ...about, name: undefined } : about
}
