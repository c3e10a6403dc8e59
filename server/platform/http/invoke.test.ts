import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { type Caller, route, type Route } from '#contract/http/route.ts'
import { asViewer, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, one, run, sql } from '../db/query.ts'
import { newId } from '../ids.ts'
import { type Implementation, implementForStaff } from './implement.ts'
import { invoke } from './invoke.ts'
import type { OperatorCommand, Principal, TokenHolder, Viewer } from './principal.ts'

let app: TestApp
let user: BuiltUser
let subjectId: string

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  user = await aUser(app.db)
  subjectId = (await aUser(app.db)).id
})
afterAll(() => app.close())

function routeFor(caller: Caller): Route {
  const [input, output] = [z.object({}), z.object({})]
  return route({ method: 'POST', path: '/test', caller, summary: 'A test.', input, output, failures: [] })
}

/** An implementation that lets the caller in and does nothing else. */
function doorTo(caller: Caller): Implementation {
  return { route: routeFor(caller), options: {}, mode: 'one transaction', handle: async () => ({}) }
}

async function call(implementation: Implementation, principal: Principal | null): Promise<string> {
  const now = app.clock.now()
  const incoming = { input: {}, now, requestId: newId(now) }
  const browser = { ip: '', userAgent: '', cookies: {}, setCookie: () => {}, clearCookie: () => {} }
  try {
    if (principal?.kind === 'operator-command')
      await invoke(implementation, app.platform, { ...incoming, principal })
    else
      await invoke(implementation, app.platform, {
        ...incoming,
        ...browser,
        platform: app.platform,
        principal,
      })
    return 'ok'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const SIGNED_OUT = 'Please log in to continue.'
const FORBIDDEN = 'You are not allowed to do this.'

describe('a caller', () => {
  const command: OperatorCommand = { kind: 'operator-command', name: 'dev', roles: ['operator'] }
  const callers = ['anyone', 'member', 'creator', 'payee', 'staff:settings', 'scope:posts:read'] as const
  const verdictsOn = (principal: Principal | null) =>
    Promise.all(
      callers
        // Whether it writes a row is tested below.
        .filter((caller) => caller !== 'staff:settings' || principal?.kind === 'token')
        .map((caller) => call(doorTo(caller), principal)),
    )
  const token = (...scopes: TokenHolder['scopes']): TokenHolder => {
    const { id, name, email } = user
    return { kind: 'token', id, name, email, creatorId: id, payeeId: id, scopes }
  }

  test('with a token opens the routes of its scopes, and no others', async () => {
    const withScope = await verdictsOn(token('posts:read', 'plans:write'))
    expect(withScope).toEqual(['ok', FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, 'ok'])
    expect((await verdictsOn(token('posts:write'))).at(-1)).toBe(FORBIDDEN)
    expect((await verdictsOn(token())).at(-1)).toBe(FORBIDDEN)
  })

  test('with a session opens no route for tokens', async () => {
    const viewer: Viewer = { ...asViewer(user), roles: ['operator'] }
    expect(await verdictsOn(viewer)).toEqual(['ok', 'ok', FORBIDDEN, FORBIDDEN, FORBIDDEN])
  })

  test('that is a command opens no route of a person', async () => {
    expect(await verdictsOn(command)).toEqual(['ok', FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN])
  })

  test('unknown is asked to sign in', async () => {
    expect(await verdictsOn(null)).toEqual(['ok', SIGNED_OUT, SIGNED_OUT, SIGNED_OUT, SIGNED_OUT])
  })
})

describe('a staff call that writes', () => {
  const act = () => ({
    action: 'test',
    subject: { kind: 'user' as const, id: subjectId },
    reason: null,
    before: {},
    after: {},
  })
  const operator = (): Viewer => ({ ...asViewer(user), roles: ['operator'] })

  const countNotes = async () =>
    (
      await one(
        app.db,
        sql<{ count: number }>`select count(*)::integer as count from events where name = 'note'`,
      )
    ).count
  const countRows = async () => (await many(app.db, sql`select from audit_log`)).length
  const note = (db: Parameters<typeof run>[0]) =>
    run(
      db,
      sql`insert into events (id, name, payload, occurred_at)
        values (gen_random_uuid(), 'note', '{}', now())`,
    )

  test('without saying what it does writes nothing at all', async () => {
    const silent = implementForStaff(routeFor('staff:settings'), async (db) => {
      await note(db)
      return {}
    })
    expect(await call(silent, operator())).toMatch(/has to say what it does/)
    expect([await countNotes(), await countRows()]).toEqual([0, 0])
  })

  test('says so once', async () => {
    const twice = implementForStaff(routeFor('staff:settings'), async (_, { staff }) => {
      staff.audit(act())
      staff.audit(act())
      return {}
    })
    expect(await call(twice, operator())).toMatch(/one row in the audit log, not two/)
    expect(await countRows()).toBe(0)
  })

  test('and is refused by its own handler leaves no row', async () => {
    const failing = implementForStaff(routeFor('staff:settings'), async (_, { staff }) => {
      staff.audit(act())
      throw new Error('not this one')
    })
    expect(await call(failing, operator())).toBe('not this one')
    expect(await countRows()).toBe(0)
  })

  /** A staff call in phases, with the audit said in the phase of this number; 0: never. */
  function inPhases(count: number, saidIn: number): Implementation {
    return {
      route: routeFor('staff:settings'),
      options: {},
      mode: 'in phases',
      async handle(_, inTransaction, { staff }) {
        for (let phase = 1; phase <= count; phase += 1)
          await inTransaction(async (db) => {
            await note(db)
            if (phase === saidIn) staff?.audit(act())
          })
        return {}
      },
    }
  }

  test('in phases writes its row in the first, whatever happens to the later ones', async () => {
    expect(await call(inPhases(2, 2), operator())).toMatch(/has to say what it does/)
    expect([await countNotes(), await countRows()]).toEqual([0, 0])
    expect(await call(inPhases(0, 0), operator())).toMatch(/has to leave a row/)
    expect(await call(inPhases(2, 1), operator())).toBe('ok')
    expect([await countNotes(), await countRows()]).toEqual([2, 1])
  })
})
