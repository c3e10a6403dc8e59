import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { route } from '#contract/http/route.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { serveRoutes } from './http-testing.ts'
import { implement, type Implementation } from './implement.ts'

const person = z.object({ name: z.string() })

const show = route({
  method: 'GET',
  path: '/test/show',
  caller: 'anyone',
  summary: 'Shows people.',
  input: z.object({}),
  output: z.object({
    one: person,
    several: z.array(person),
    nobody: z.nullable(person),
    optional: z.optional(person),
  }),
  failures: [],
})

const showPerhaps = route({
  method: 'GET',
  path: '/test/show-perhaps',
  caller: 'anyone',
  summary: 'Shows a person, or nobody; people and pages.',
  input: z.object({}),
  output: z.object({
    perhaps: z.nullable(person),
    someone: z.array(z.nullable(person)),
    either: z.array(
      z.union([
        z.object({ kind: z.literal('person'), name: z.string() }),
        z.object({ kind: z.literal('page'), handle: z.string() }),
      ]),
    ),
  }),
  failures: [],
})

/** As a row of the database: more than the contract names. */
const row = { name: 'Nila', passwordHash: 'secret-hash', nested: { token: 'secret-token' } }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function answer(implementation: Implementation) {
  const server = await serveRoutes(app, [implementation])
  const response = await server.app.inject({ url: `/api${implementation.route.path}` })
  await server.app.close()
  return response
}

describe('an answer', () => {
  test('never carries fields beyond its contract', async () => {
    const response = await answer(
      implement(show, async () => ({
        one: row,
        several: [row, row],
        nobody: null,
        optional: row,
        extra: row,
      })),
    )
    expect(response.body).not.toContain('secret')
    const nila = { name: 'Nila' }
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { one: nila, several: [nila, nila], nobody: null, optional: nila },
    ])
  })

  test('carries none where null or one of several kinds may be, either', async () => {
    const generous = {
      perhaps: row,
      someone: [row, null],
      either: [
        { kind: 'person', ...row },
        { kind: 'page', handle: 'nila', passwordHash: 'secret-hash' },
      ],
    }
    const response = await answer(implement(showPerhaps, async () => asSent(generous)))
    expect(response.body).not.toContain('secret')
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        perhaps: { name: 'Nila' },
        someone: [{ name: 'Nila' }, null],
        either: [
          { kind: 'person', name: 'Nila' },
          { kind: 'page', handle: 'nila' },
        ],
      },
    ])
    const nobody = { perhaps: null, someone: [], either: [] }
    expect((await answer(implement(showPerhaps, async () => nobody))).json()).toEqual(nobody)
  })

  test('is still refused when it lacks something where null may be', async () => {
    const lacking = { perhaps: {}, someone: [], either: [] }
    expect((await answer(implement(showPerhaps, async () => asSent(lacking)))).statusCode).toBe(500)
  })

  test('must not lack anything of its contract', async () => {
    const incomplete = { one: {}, several: [], nobody: null }
    const response = await answer(implement(show, async () => asSent(incomplete)))
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([500, 'internal'])
  })
})
