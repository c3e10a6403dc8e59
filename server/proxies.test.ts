import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { SEGMENT_MAX_BYTES } from '#contract/live/broadcast-rules.ts'
import { PICTURE_MAX_BYTES, UPLOAD_MAX_BYTES, UPLOADS_PATH } from '#contract/media/rules.ts'
import { EVENTS_PATH } from '#contract/realtime.ts'
import { routes } from '#contract/routes.ts'

import { LONG_JSON_BODY, SIGNED_BODY } from './platform/http/request-bodies.ts'
import { findFreePort } from './testing/free-port.ts'
import { frontConfiguration, startFront } from './testing/nginx-front.ts'
import { hasPrograms } from './testing/optional-program.ts'
import { ADDRESSES } from './testing/suspension-table.ts'
import { waitFor } from './testing/wait-for.ts'

/* The proxies' configurations of deploy/, against what Cheers serves and takes, and against nginx and Caddy where they are installed. */

const FOLDER = path.join(import.meta.dirname, '../deploy')
const NGINX = fs.readFileSync(path.join(FOLDER, 'nginx/cheers.conf'), 'utf8')
const CADDY = fs.readFileSync(path.join(FOLDER, 'caddy/Caddyfile'), 'utf8')
const STORE = path.join(FOLDER, 'caddy/store.caddy')

/** Room for the fields of a form, and what stands around its files. */
const FORM_BYTES = LONG_JSON_BODY.maxBytes

/** Bodies that Cheers takes, by an address that takes them. */
const BODIES: [address: string, bytes: number][] = [
  ['/api/post/create', UPLOAD_MAX_BYTES + FORM_BYTES],
  [`${UPLOADS_PATH}/some-upload`, UPLOAD_MAX_BYTES],
  ['/api/user/update', PICTURE_MAX_BYTES + FORM_BYTES],
  ['/api/creator/update/asha', 2 * PICTURE_MAX_BYTES + FORM_BYTES],
  ['/api/broadcasts/some-broadcast/segments/1', SEGMENT_MAX_BYTES],
  ['/api/media/some-medium/captions', LONG_JSON_BODY.maxBytes],
  [WEBHOOK_PATH, SIGNED_BODY.maxBytes],
]
/** What other addresses may take: no more than a few of the largest texts. */
const SMALL_BYTES = 4 * LONG_JSON_BODY.maxBytes

const SERVED = [...routes.map(({ path: below }) => `/api${below}`), ...Object.keys(ADDRESSES)]

interface Place {
  path: string
  /** Whether what is below it counts too. */
  isPrefix: boolean
  block: string
}

/** nginx's `location`s, and what `map` names. */
const NGINX_PLACES: Place[] = [
  ...[...NGINX.matchAll(/location (= )?(\/\S*) \{([^}]*)\}/g)].map(([, exact, place = '', block = '']) => ({
    path: place,
    isPrefix: exact === undefined,
    block,
  })),
  ...[...NGINX.matchAll(/^ +(\/\S+) "";$/gm)].map(([, place = '']) => ({
    path: place,
    isPrefix: false,
    block: '',
  })),
]

/** What Caddy's matchers name, with the `request_body` of each. */
const CADDY_PLACES: Place[] = [
  ...CADDY.matchAll(/@(\w+) path (.+)\n\s+request_body @\1 \{([^}]*)\}/g),
].flatMap(([, , places = '', block = '']) =>
  places.split(' ').map((place) => ({
    path: place.replace(/\*$/, ''),
    isPrefix: place.endsWith('*'),
    block,
  })),
)

const isAt = (address: string, place: Place) =>
  place.isPrefix ? address.startsWith(place.path) : address === place.path

/** The place that decides for an address: the exact one, or the longest. */
function placeOf(places: readonly Place[], address: string): Place | undefined {
  const found = places.filter((place) => isAt(address, place))
  return found.toSorted((a, b) => Number(a.isPrefix) - Number(b.isPrefix) || b.path.length - a.path.length)[0]
}

const MEBIBYTE = 1024 * 1024

function nginxLimit(address: string): number {
  const size = /client_max_body_size (\d+)m;/
  const own = size.exec(placeOf(NGINX_PLACES, address)?.block ?? '')
  return Number((own ?? size.exec(NGINX))?.[1]) * MEBIBYTE
}

function caddyLimit(address: string): number {
  const others = /request_body @others \{([^}]*)\}/.exec(CADDY)?.[1] ?? ''
  const block = placeOf(CADDY_PLACES, address)?.block ?? others
  const [, amount, unit] = /max_size (\d+)(\w+)/.exec(block) ?? []
  // Caddy's MB has 1,000,000 bytes.
  return Number(amount) * (unit === 'MiB' ? MEBIBYTE : 1_000_000)
}

let scratch: string
beforeAll(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-proxies-'))
})
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

describe.each([
  ['nginx', NGINX_PLACES, nginxLimit],
  ['Caddy', CADDY_PLACES, caddyLimit],
] as const)('%s', (_, places, limitOf) => {
  test('names addresses that are there', () => {
    expect(places.length).toBeGreaterThan(4)
    const absent = places.filter(
      (place) => place.path !== '/' && !SERVED.some((address) => isAt(address, place)),
    )
    expect(absent).toEqual([])
  })

  test.each(BODIES)('lets through what %s takes', (address, bytes) => {
    expect(limitOf(address)).toBeGreaterThanOrEqual(bytes)
  })

  test('lets only small bodies through elsewhere', () => {
    expect(limitOf('/api/auth/login')).toBeLessThanOrEqual(SMALL_BYTES)
    expect(limitOf('/asha')).toBeLessThanOrEqual(SMALL_BYTES)
  })
})

test('both know the same nodes, and say who the visitor is', () => {
  const nodes = (text: string) => [...new Set(text.match(/127\.0\.0\.1:\d+/g))]
  expect(nodes(NGINX)).toEqual(nodes(CADDY))
  // Caddy sets these by itself, from the connection alone.
  for (const header of [
    'X-Forwarded-For $remote_addr',
    'X-Forwarded-Proto $scheme',
    'X-Forwarded-Host $host',
  ])
    expect(NGINX).toContain(`proxy_set_header ${header};`)
  expect(CADDY).not.toMatch(/trusted_proxies|header_up/)
})

test('both end slow heads, and what Caddy limits by a matcher is what it excepts from the rest', () => {
  expect(NGINX).toContain('client_header_timeout 15s;')
  expect(CADDY).toContain('read_header 15s')
  const excepted = /@others not path (.+)/.exec(CADDY)?.[1]?.split(' ')
  expect(excepted).toEqual(CADDY_PLACES.map((place) => place.path + (place.isPrefix ? '*' : '')))
})

test('nginx holds no event and no file back, and never limits the payment provider', () => {
  expect(placeOf(NGINX_PLACES, EVENTS_PATH)?.block).toContain('proxy_buffering off;')
  for (const address of [UPLOADS_PATH, '/api/post/create'])
    expect(placeOf(NGINX_PLACES, address)?.block).toContain('proxy_request_buffering off;')
  expect(NGINX).toMatch(new RegExp(`${WEBHOOK_PATH} "";`))
})

/** A node that takes everything, and says how much of it came and from whom. */
async function startNode(): Promise<{ port: number }> {
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (piece: Buffer) => (bytes += piece.length))
    request.on('end', () => response.end(JSON.stringify({ bytes, from: request.headers['x-forwarded-for'] })))
    request.on('error', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port }
}

/** What each visitor of a started proxy finds. */
async function checkAnswers(baseUrl: string): Promise<void> {
  const send = (address: string, bytes: number) =>
    fetch(baseUrl + address, {
      method: 'POST',
      body: Buffer.alloc(bytes),
      headers: { 'x-forwarded-for': '192.0.2.1' },
    }).catch(() => null)
  const largest = 2 * PICTURE_MAX_BYTES + FORM_BYTES
  expect(await (await send('/api/creator/update/asha', largest))?.json()).toEqual({
    bytes: largest,
    from: '127.0.0.1',
  })
  // Caddy 2.6 says 502, later ones 413.
  expect((await send('/api/auth/login', SMALL_BYTES))?.ok ?? false).toBe(false)
  // Nobody else is refused for that.
  expect((await send('/api/auth/login', 100))?.status).toBe(200)
}

describe.runIf(hasPrograms('nginx'))('nginx with its configuration', () => {
  test('takes it', async () => {
    const file = path.join(scratch, 'nginx.conf')
    fs.writeFileSync(
      file,
      await frontConfiguration(scratch, { port: await findFreePort(), nodePorts: [3001, 3002, 3003] }),
    )
    const seen = spawnSync('nginx', ['-t', '-q', '-c', file, '-e', 'stderr'], { encoding: 'utf8' })
    expect(seen.stderr).toBe('')
    expect(seen.status).toBe(0)
  })

  test('refuses bodies that are too large, and goes on answering', async () => {
    const node = await startNode()
    const port = await findFreePort()
    const front = await startFront(scratch, { port, nodePorts: [node.port, node.port, node.port] })
    onTestFinished(front.stop)
    await checkAnswers(`http://127.0.0.1:${port}`)
  })
})

describe.runIf(hasPrograms('caddy'))('Caddy with its configuration', () => {
  /** A folder as it is installed. */
  const installed = (withStore: boolean): string => {
    const folder = fs.mkdtempSync(path.join(scratch, 'caddy-'))
    fs.writeFileSync(path.join(folder, 'Caddyfile'), CADDY)
    if (!withStore) return folder
    fs.mkdirSync(path.join(folder, 'sites'))
    fs.copyFileSync(STORE, path.join(folder, 'sites/store.caddy'))
    return folder
  }

  test.each([
    ['in front of three nodes', {}],
    ['in containers', { CHEERS_HOST: 'a.example', STORE_HOST: 'b.example', NODES: 'cheers:3000' }],
  ])('takes it %s', (where, environment) => {
    const file = path.join(installed(where === 'in containers'), 'Caddyfile')
    const env = { ...process.env, ...environment }
    const seen = spawnSync('caddy', ['validate', '--config', file], { encoding: 'utf8', env })
    expect(seen.stdout).toContain('Valid configuration')
  })

  test('refuses bodies that are too large, and goes on answering', async () => {
    const node = await startNode()
    const folder = installed(false)
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`
    const file = path.join(folder, 'Caddyfile')
    // Another Caddy may run on this machine, which has the port of commands.
    fs.writeFileSync(file, CADDY.replace('{\n', '{\n\tadmin off\n'))
    const child = spawn('caddy', ['run', '--config', file], {
      stdio: 'ignore',
      env: {
        ...process.env,
        CHEERS_HOST: baseUrl,
        NODES: `127.0.0.1:${node.port}`,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
      },
    })
    onTestFinished(async () => {
      child.kill()
      await once(child, 'exit')
    })
    await waitFor(async () => expect((await fetch(baseUrl)).status).toBe(200))
    await checkAnswers(baseUrl)
  })
})
