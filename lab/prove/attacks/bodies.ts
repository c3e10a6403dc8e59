import { routes } from '#contract/routes.ts'

import type { Rig } from '../media-server.ts'
import type { Attack } from './attack.ts'
import { strike } from './stranger.ts'
import { andOthers, otherwise, respelled, sized } from './variety.ts'

/** Calls that read JSON and that anyone may send, with the types that once blocked a node for seconds. */
const OPEN_CALLS = routes.filter(
  ({ method, caller, accepts }) => method === 'POST' && caller === 'anyone' && accepts !== 'multipart',
)
const JSON_CALLS = andOthers(
  ['/api/auth/login', '/api/auth/register', '/api/auth/sendActivationEmail'],
  (pick) => `/api${OPEN_CALLS[pick(OPEN_CALLS.length)]?.path.replace(/:\w+/g, 'x') ?? '/auth/login'}`,
)
const TYPES = [
  'application/offset+octet-stream',
  'Application/Offset+Octet-Stream',
  'Multipart/Form-Data; boundary=x',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json5',
  'x',
]
const WRONG_TYPES = andOthers(TYPES, (pick) => {
  const type = respelled(TYPES[pick(TYPES.length)] ?? 'x', pick)
  return pick(2) === 0 ? type : `${type}; charset=${pick(1000)}`
})
const PROMPT_MS = 1000

export const oneByteBodies: Attack = {
  name: 'a byte of a type that the call does not read',
  async run(rig, until) {
    const wrong: string[] = []
    while (!until.aborted)
      for (const at of JSON_CALLS)
        for (const type of WRONG_TYPES) {
          const { status, tookMs } = await strike(rig, 'POST', at, {
            headers: { 'content-type': type },
            body: 'x',
          })
          if (status !== 415) wrong.push(`${at} as ${type}: ${status}`)
          if (tookMs > PROMPT_MS) wrong.push(`${at} as ${type} took ${tookMs.toFixed(0)} ms`)
        }
    return wrong
  },
}

/** Every form field at the largest size, on several connections, from a signed-in user. */
export const fieldsOfAMegabyte: Attack = {
  name: '49 fields of 1 MB in forms, on six connections',
  async run(rig, until) {
    const count = sized(49, 20, 49)
    const field = 'a'.repeat(sized(1_000_000, 600_000, 1_048_000))
    const parts = Array.from(
      { length: count },
      (_, index) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n${field}\r\n`,
    )
    const body = Buffer.from(`${parts.join('')}--x--\r\n`)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const wrong: string[] = []
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        while (!until.aborted) {
          const { status } = await strike(rig, 'POST', '/api/post/create', { headers, body, isCreator: true })
          if (status === 200) wrong.push('the form was taken')
        }
      }),
    )
    return wrong
  },
}

const PATHS = ['/asha', '/asha/rss', '/api/creator/creatorDetails/asha', '/media/og/asha.png', '/explore']
const BROKEN = ['%00', '%0', '%', '%ff', '%C0%80', '%ED%A0%80', '%u0000', '%E0%A4%A']

const ODD_PATHS = andOthers(
  [
    '/%00',
    '/a%00b/rss',
    '/api/creator/creatorDetails/%00',
    '/api/post/getPostsByPageHandle/%00',
    '/api/m2cSubscription/%00',
    '/media/%00',
    '/media/og/%00.png',
    '/%ff',
    '/%E0%A4%A',
    '/%',
    '/sitemap-creators.xml?from=%00',
  ],
  (pick) => {
    const path = PATHS[pick(PATHS.length)] ?? '/'
    const at = 1 + pick(path.length)
    return path.slice(0, at) + (BROKEN[pick(BROKEN.length)] ?? '%00') + path.slice(at)
  },
)

export const oddPaths: Attack = {
  name: 'null bytes and broken escapes in paths',
  async run(rig, until) {
    const wrong: string[] = []
    while (!until.aborted)
      for (const at of ODD_PATHS) {
        const { status } = await strike(rig, 'GET', at)
        if (status !== 404 && status !== 400) wrong.push(`${at}: ${status}`)
      }
    return wrong
  },
}

/** Lists and objects within each other in any order, which are never closed. */
function mixedNesting(pick: (below: number) => number, deep: number): string {
  return Array.from({ length: deep }, () => (pick(2) === 0 ? '[' : '{"a":')).join('')
}

/** JSON that is deep, wide or repetitive. */
function heavyJson(): string[] {
  const deep = sized(100_000, 20_000, 160_000)
  const wide = sized(60_000, 20_000, 90_000)
  const long = sized(900_000, 300_000, 1_040_000)
  return [
    '['.repeat(deep) + ']'.repeat(deep),
    '{"a":'.repeat(deep) + '1' + '}'.repeat(deep),
    `{${Array.from({ length: wide }, (_, count) => `"k${count}":1`).join(',')}}`,
    `{"email":"${'a'.repeat(long)}@example.com","password":"x"}`,
    `{"email":${'9'.repeat(long)}}`,
    ...otherwise<string[]>([], (pick) => [
      mixedNesting(pick, deep),
      `{"email":"${'\\u0000'.repeat(long / 6)}"}`,
    ]),
  ]
}

export const jsonBombs: Attack = {
  name: 'deep, wide and long JSON',
  async run(rig, until) {
    const wrong: string[] = []
    const headers = { 'content-type': 'application/json' }
    while (!until.aborted)
      for (const body of heavyJson()) {
        const { status } = await strike(rig, 'POST', '/api/auth/login', { headers, body })
        if (status === null || status >= 500 || status === 200) wrong.push(`${body.slice(0, 20)}…: ${status}`)
      }
    return wrong
  },
}

/** Answers which of the lists that anyone may read are larger than one answer may be. */
export async function heavyLists(rig: Rig, maxBytes: number): Promise<string[]> {
  const wrong: string[] = []
  for (const at of ['/api/post/getPosts', '/api/post/getPostsByPageHandle/asha', '/asha/rss', '/asha']) {
    const { body } = await strike(rig, 'GET', at)
    if (body.length > maxBytes) wrong.push(`${at} weighs ${body.length} bytes`)
  }
  return wrong
}
