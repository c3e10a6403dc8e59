import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { getCreators } from '#contract/creators/routes.ts'
import { defineFailures, route } from '#contract/http/route.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { Failure } from '../failure.ts'
import { serveRoutes } from './http-testing.ts'
import { implement } from './implement.ts'
import type { HttpServer } from './server.ts'

const failures = defineFailures({
  tea_is_out: { status: 409, message: 'There is no tea left.', field: 'tea' },
})

const brew = route({
  method: 'POST',
  path: '/test/brew',
  caller: 'anyone',
  summary: 'Brews, or fails in the way it is asked to.',
  input: z.object({
    tea: z.optional(z.string()),
    fails: z.optional(z.enum(['declared', 'surprise', 'nothing'])),
  }),
  output: z.object({ tea: z.string() }),
  failures: [failures.tea_is_out],
})

let app: TestApp
let server: HttpServer

beforeAll(async () => {
  app = await startTestApp()
  server = await serveRoutes(app, [
    implement(brew, async (_, { input }) => {
      if (input.fails === 'declared') throw new Failure(failures.tea_is_out)
      if (input.fails === 'surprise') throw new Error('password of the database: hunter2')
      return { tea: input.tea ?? 'green' }
    }),
  ])
})
afterAll(async () => {
  await server.app.close()
  await app.close()
})

function post(body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  return server.app.inject({ method: 'POST', url: '/api/test/brew', headers, body })
}

function postJson(body: unknown) {
  return post(JSON.stringify(body))
}

describe('a call that fails', () => {
  test('answers in one shape: message, msg, code, and the field it belongs to', async () => {
    const answer = await postJson({ fails: 'declared' })
    expect(answer.statusCode).toBe(409)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    const message = 'There is no tea left.'
    expect(answer.json()).toEqual({ message, msg: message, code: 'tea_is_out', field: 'tea' })
  })

  test('for an internal reason gives a reference and never the reason', async () => {
    const logError = vi.spyOn(app.platform.log, 'error')
    const answer = await postJson({ fails: 'surprise' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      message: 'Something went wrong',
      msg: 'Something went wrong',
      code: 'internal',
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(JSON.stringify([answer.headers, answer.body])).not.toMatch(/hunter2|Error|\.ts/)
    // The reference leads to the cause in the log.
    const [logged] = logError.mock.calls[0] ?? []
    expect(logged).toMatchObject({
      err: { message: 'password of the database: hunter2' },
      req: { id: answer.json<{ reference: string }>().reference },
    })
    logError.mockRestore()
  })

  test('for a database fault reveals as little', async () => {
    await app.platform.database.pool.query('alter table creators rename to creators_gone')
    const answer = await app.call(getCreators, {})
    await app.platform.database.pool.query('alter table creators_gone rename to creators')
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toMatch(/relation|creators|42P01/)
    expect((await app.call(getCreators, {})).status).toBe(200)
  })

  test.each(['/api/nothing', '/api/test/brew/more', '/api/post', '/api/..%2f..%2fetc%2fpasswd'])(
    'because nothing exists at %s is a 404 of the same shape',
    async (url) => {
      const answer = await server.app.inject({ method: 'GET', url })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
    },
  )

  test('because of the method answers in the same shape', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url: '/api/test/brew' })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  })
})

describe('a body', () => {
  test.each([
    ['that is cut off', '{"tea":'],
    ['that is no JSON', 'tea=green'],
    ['with a comment', '{"tea":"green"/*!*/}'],
    ['nested without end', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('%s is a bad request', async (_, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: 'Bad Request', msg: 'Bad Request', code: 'bad_request' },
    ])
  })

  test.each([
    ['a list', '[]'],
    ['a text', '"tea"'],
    ['a number', '7'],
    ['a wrong type', '{"tea":7}'],
    ['an unknown choice', '{"fails":"always"}'],
    ['a text the database cannot keep', '{"tea":"gr\\u0000een"}'],
    ['half an emoji', '{"tea":"\\ud83c"}'],
    ['an unknown field the database cannot keep', '{"other":[{"deep":"\\u0000"}]}'],
  ])('that is %s is refused as input', async (_, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid_input'])
  })

  test.each([
    ['of very many fields', `{${Array.from({ length: 6000 }, (_, at) => `"k${at}":1`).join(',')}}`],
    [
      'with more fields than anything has',
      `{${Array.from({ length: 201 }, (_, at) => `"k${at}":1`).join(',')}}`,
    ],
    ['of very many values', `{"tea":[${'1,'.repeat(30_000)}1]}`],
  ])('%s is too large', async (_, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'too_large'])
  })

  test('above 64 KB is too large where no long text is expected', async () => {
    const answer = await postJson({ tea: 'x'.repeat(65_536) })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'too_large'])
    expect((await postJson({ tea: 'x'.repeat(65_000) })).statusCode).toBe(200)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
    'x',
  ])('of type %s is refused', async (type) => {
    const answer = await post('tea=green', { 'content-type': type })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'unsupported_media_type'])
  })

  test('may be absent where nothing is needed', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/test/brew' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { tea: 'green' }])
  })

  test('cannot give every object a new property', async () => {
    const bodies = [
      '{"__proto__":{"polluted":1},"tea":"green"}',
      '{"constructor":{"prototype":{"polluted":1}},"tea":"green"}',
      '{"tea":"green","nested":{"__proto__":{"polluted":1}}}',
      String.raw`{"tea":"green","nested":[{"\u005f_proto__":{"polluted":1}}]}`,
    ]
    for (const body of bodies) expect((await post(body)).json()).toEqual({ tea: 'green' })
    const query = await server.app.inject({
      url: '/api/openapi.json?__proto__[polluted]=1&constructor.prototype.polluted=1',
    })
    expect(query.statusCode).toBe(200)
    expect({}).not.toHaveProperty('polluted')
  })
})
