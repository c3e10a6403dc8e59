import net from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { routes } from '#contract/routes.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { serveRoutes } from './http-testing.ts'

const METRICS_TOKEN = 'a-token-for-the-figures'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN })
})
afterAll(() => app.close())

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(app.baseUrl + path, { headers })
}

describe('health', () => {
  test('is alive, and ready while database and file store answer', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
  })

  // Or a balancer would take the busiest nodes out of service one after the other.
  test('is ready while requests have taken all connections and others wait for one', async () => {
    const { pool } = app.platform.database
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const waiting = pool.query('select')
    try {
      expect(pool.waitingCount).toBe(1)
      expect((await get('/readyz')).status).toBe(200)
    } finally {
      for (const client of taken) client.release()
      await waiting
    }
  })

  test('is not ready without its file store, and does not say why', async () => {
    const storage = {
      ...app.platform.storage,
      check: () => Promise.reject(new Error('the disk at /srv is gone')),
    }
    const server = await serveRoutes({ ...app, platform: { ...app.platform, storage } }, [])
    const answer = await server.app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.body]).toEqual([503, '{"status":"not ready"}'])
    // All nodes are without it at once: a balancer would be left with none.
    expect((await server.app.inject({ url: '/readyz?except=store' })).statusCode).toBe(200)
    await server.app.close()
  })
})

describe('the metrics', () => {
  test('are served on this machine, with the calls by route and not by address', async () => {
    await get('/api/creator/creatorDetails/somebody-in-particular')
    const response = await get('/metrics')
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('http_request_duration_seconds_bucket')
    expect(text).toContain('route="/api/creator/creatorDetails/:pageHandle"')
    expect(text).not.toContain('somebody-in-particular')
  })

  test.each([
    ['x-forwarded-for', '203.0.113.1'],
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 nginx'],
    ['x-real-ip', '203.0.113.1'],
    ['x-forwarded-host', 'cheers.example'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', '443'],
    ['x-forwarded', 'for=127.0.0.1'],
    ['x-original-forwarded-for', '203.0.113.1'],
    ['cf-connecting-ip', '203.0.113.1'],
    ['cf-ray', '1'],
    ['true-client-ip', '203.0.113.1'],
    ['x-client-ip', '203.0.113.1'],
    ['x-cluster-client-ip', '203.0.113.1'],
    ['fastly-client-ip', '203.0.113.1'],
    ['x-amzn-trace-id', 'Root=1'],
    ['x-envoy-external-address', '203.0.113.1'],
    ['cdn-loop', 'cloudflare'],
  ])('are not served through a proxy, even one on this machine: %s: %s', async (name, value) => {
    expect((await get('/metrics', { [name]: value })).status).toBe(404)
  })

  test.each([
    ['a name of ours', 'GET /metrics HTTP/1.1\r\nHost: cheers.example\r\nConnection: close\r\n\r\n'],
    ['HTTP of proxies that were told nothing', 'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'],
    ['no name at all', 'GET /metrics HTTP/1.0\r\n\r\n'],
  ])('are not served by %s', async (_, request) => {
    const socket = net.connect(Number(new URL(app.baseUrl).port), '127.0.0.1')
    socket.write(request)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 404 /)
  })

  test('need the token as soon as a proxy is configured, because it may leave no trace', async () => {
    const config = { ...app.platform.config, trustProxy: ['loopback'] }
    const server = await serveRoutes({ ...app, platform: { ...app.platform, config } }, [])
    const ask = (headers: Record<string, string>) => server.app.inject({ url: '/metrics', headers })
    expect((await ask({ host: '127.0.0.1' })).statusCode).toBe(404)
    expect((await ask({ authorization: `Bearer ${METRICS_TOKEN}` })).statusCode).toBe(200)
    await server.app.close()
  })

  test('are served remotely to holders of the token', async () => {
    const from = { 'x-forwarded-for': '203.0.113.1' }
    expect((await get('/metrics', { ...from, authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200)
    for (const authorization of ['Bearer wrong', 'Bearer ', `Basic ${METRICS_TOKEN}`, METRICS_TOKEN])
      expect((await get('/metrics', { ...from, authorization })).status).toBe(404)
  })
})

describe('the description of the calls', () => {
  interface Operation {
    summary: string
    'x-caller': string
    parameters: { name: string; in: string; required: boolean; schema: unknown }[]
    requestBody?: { content: Record<string, { schema: { properties: object } }> }
    responses: Record<string, { description: string; content: Record<string, unknown> }>
    security?: unknown
  }
  interface Document {
    openapi: string
    info: { title: string; version: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: object; securitySchemes: object }
  }

  async function getDocument(): Promise<Document> {
    const document: Document = JSON.parse(await (await get('/api/openapi.json')).text())
    return document
  }

  test('is OpenAPI 3.1 and holds every call, and no other', async () => {
    const document = await getDocument()
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Cheers' } })
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const declared = routes.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(described.toSorted()).toEqual(declared.toSorted())
  })

  test('says for each who may call it, what it takes and how it can fail', async () => {
    const { paths } = await getDocument()
    for (const route of routes) {
      const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
      const operation = paths[path]?.[route.method.toLowerCase()]
      if (!operation) throw new Error(`${route.method} ${path} is not described`)
      expect(operation).toMatchObject({ summary: route.summary, 'x-caller': route.caller })
      expect('security' in operation).toBe(route.caller !== 'anyone' && route.caller !== 'provider')
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
        inPath,
      )
      expect('requestBody' in operation).toBe(route.method === 'POST' || route.method === 'PUT')
      const isForm = operation.requestBody?.content['multipart/form-data'] !== undefined
      expect(isForm).toBe(route.accepts === 'multipart')
      for (const { status, code } of route.failures)
        expect(operation.responses[status]?.description).toContain(`\`${code}\``)
      expect(operation.responses['200']?.content).toHaveProperty('application/json')
    }
  })

  test('refers to nothing it does not contain', async () => {
    const text = await (await get('/api/openapi.json')).text()
    const { components } = await getDocument()
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name)
    const held = new Set(Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`))
    expect(names.length).toBeGreaterThan(0)
    expect([...new Set(names)].filter((name) => !held.has(name))).toEqual([])
  })
})
