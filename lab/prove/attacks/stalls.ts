import { setTimeout as sleep } from 'node:timers/promises'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { UPLOADS_PATH } from '#contract/media/rules.ts'

import { begin } from '../media-client.ts'
import type { Rig } from '../media-server.ts'
import type { Attack } from './attack.ts'
import { stall } from './stranger.ts'
import { sized } from './variety.ts'

/** README's promise: a stalled request is cut within a minute and a half, whatever it is. */
const CUT_WITHIN_MS = 90_000
const CONNECTIONS_EACH = 25

function head(method: string, at: string, type: string, usualBytes: number, more = ''): string {
  const announcedBytes = sized(usualBytes, Math.ceil(usualBytes / 2), usualBytes)
  return (
    `${method} ${at} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n` +
    `content-length: ${announcedBytes}\r\n${more}\r\n`
  )
}

function stalledRequests(rig: Rig, uploadAt: string): Record<string, string> {
  const session = `authorization: Bearer ${rig.token}\r\ncookie: ${rig.cookie}\r\n`
  return {
    'half a head': 'GET /asha HTTP/1.1\r\nhost: localhost\r\n'.slice(0, sized(33, 5, 36)),
    'half a JSON body': `${head('POST', '/api/auth/login', 'application/json', 100)}{"email"`,
    'half a webhook': `${head('POST', WEBHOOK_PATH, 'application/json', 5000)}{"event"`,
    'half a form': `${head('POST', '/api/post/create', 'multipart/form-data; boundary=x', 5000, session)}--x\r\n`,
    'half a profile picture': `${head('PUT', '/api/user/update', 'multipart/form-data; boundary=x', 5_000_000, session)}--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\nxxxx`,
    'half a chunk of an upload': `${head('PATCH', uploadAt, 'application/offset+octet-stream', 5_000_000, `${session}tus-resumable: 1.0.0\r\nupload-offset: 0\r\n`)}xxxx`,
  }
}

/** Requests that begin and never continue. Takes as long as the server's patience. */
export const stalledBodies: Attack = {
  name: 'requests that stand still, 25 of each kind',
  async run(rig) {
    const uploadAt = (await begin(rig, 10_000_000, 'video')).headers.location ?? UPLOADS_PATH
    const wrong: string[] = []
    await Promise.all(
      Object.entries(stalledRequests(rig, new URL(uploadAt, rig.baseUrl).pathname)).map(
        async ([what, beginning]) => {
          const ends = await Promise.all(
            Array.from({ length: CONNECTIONS_EACH }, () =>
              stall(rig, beginning, { patienceMs: CUT_WITHIN_MS }),
            ),
          )
          const kept = ends.filter(({ cutAfterMs }) => cutAfterMs === null).length
          if (kept > 0) wrong.push(`${what}: ${kept} of ${CONNECTIONS_EACH} were still open`)
          else {
            const longestMs = Math.max(...ends.map(({ cutAfterMs }) => cutAfterMs ?? 0))
            console.log(`       ${what}: cut after at most ${(longestMs / 1000).toFixed(0)} s`)
          }
        },
      ),
    )
    return wrong
  },
}

/** Readers who request the same page again and again on one connection, and never read an answer. */
export const slowReaders: Attack = {
  name: 'readers who do not read, 25 connections',
  async run(rig, until) {
    const beginning = 'GET /asha HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(2000)
    const ends = await Promise.all(
      Array.from({ length: CONNECTIONS_EACH }, () =>
        stall(rig, beginning, { patienceMs: CUT_WITHIN_MS, reads: false }),
      ),
    )
    // Its effect on others shows over a stretch as long as those of the other attacks.
    while (!until.aborted) await sleep(100)
    const kept = ends.filter(({ cutAfterMs }) => cutAfterMs === null).length
    return kept === 0 ? [] : [`${kept} of ${CONNECTIONS_EACH} readers were still served`]
  },
}
