import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { OPEN_UPLOADS_MAX, UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { aPngOf, type Bomb } from '#server/domains/media/processing/bomb-testing.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'

import { begin, settled, upload } from '../media-client.ts'
import type { Rig } from '../media-server.ts'
import type { Attack } from './attack.ts'
import { strike } from './stranger.ts'
import { otherwise, sized } from './variety.ts'

const run = promisify(execFile)

/** Videos that once ended the process, and again after each restart. */
async function hostileVideos(): Promise<{ name: string; bytes: Buffer }[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-videos-'))
  const file = (name: string) => path.join(folder, name)
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=128x96:rate=10:duration=${sized(5, 2, 12) / 10}`]
  const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  try {
    await run('ffmpeg', [
      '-v',
      'error',
      ...picture,
      ...sound(sized(40, 5, 90)),
      '-c:v',
      'libx264',
      '-c:a',
      'aac',
      file('long.mp4'),
    ])
    await run('ffmpeg', ['-v', 'error', ...picture, '-c:v', 'libx264', file('short.mp4')])
    const absurd = await fs.readFile(file('short.mp4'))
    const header = absurd.indexOf('mvhd')
    // Version 0: four bytes each of version, creation, modification and scale, then its length, in units of the scale.
    absurd.writeUInt32BE(
      otherwise(0xfffffffe, (pick) => 0x80000000 + pick(0x7fffffff)),
      header + 4 + 16,
    )
    return [
      {
        name: 'a video whose sound goes on after its picture',
        bytes: await fs.readFile(file('long.mp4')),
      },
      { name: 'a video that says it lasts for weeks', bytes: absurd },
    ]
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

export const videos: Attack = {
  name: 'videos that end where ffmpeg does not expect it',
  async run(rig, until) {
    if (!hasPrograms('ffmpeg')) return ['not tried: there is no ffmpeg on this machine']
    const wrong: string[] = []
    const attacker = { ...rig, ...rig.neighbour }
    const hostile = await hostileVideos()
    do {
      for (const { name, bytes } of hostile) {
        const source = (start: number, end: number) => bytes.subarray(start, end)
        const { at } = await upload(attacker, { source, sizeBytes: bytes.length, kind: 'video' })
        const { state } = await settled(attacker, at.split('/').at(-1) ?? '')
        if (state !== 'ready' && state !== 'failed') wrong.push(`${name}: ${state}`)
      }
    } while (!until.aborted)
    return wrong
  },
}

const PROFILE = { name: 'Mira Sen', username: 'mira.sen' }

/**
 * Puts a file into a post and into a profile; answers with which status each was met. Not on the visited page: that
 * would be rendered again for the next visitor, as after every post of its creator.
 */
async function sendTwice(
  rig: Rig,
  { kind, fileName, bytes }: Pick<Bomb, 'kind' | 'fileName' | 'bytes'>,
): Promise<{ post: number; profile: number }> {
  const headers = { authorization: `Bearer ${rig.neighbour.token}`, cookie: rig.neighbour.cookie }
  const ask = async (method: string, at: string, fields: Record<string, string | File>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const response = await fetch(`${rig.baseUrl}${at}`, { method, headers, body })
    await response.body?.cancel()
    return response.status
  }
  const file = new File([bytes], fileName)
  return {
    post: await ask('POST', '/api/post/create', { content: '<p>x</p>', [kind]: file }),
    profile: await ask('PUT', '/api/user/update', { ...PROFILE, profileImage: file }),
  }
}

/** Does what a node that has been up for a while has already done: the first of everything is the slowest. */
export async function publishPicture(rig: Rig): Promise<void> {
  const bytes = await aPngOf(64, 64)
  await sendTwice(rig, { kind: 'image', fileName: 'a.png', bytes })
}

/** Accepted if it does no harm; otherwise refused for what the file is, and not for another field. */
function isAnswered(status: number, isHarmless: boolean): boolean {
  return isHarmless ? status === 200 : status === 400 || status === 413 || status === 415
}

/** Pictures of the seed's own measures, each with a side or an area that is too large. */
async function seededBombs(): Promise<Bomb[]> {
  const sides = otherwise<[number, number][]>([], (pick) => [
    [16_384 + pick(60_000_000), 1 + pick(2)],
    [1 + pick(2), 16_384 + pick(1_000_000)],
    [12_000 + pick(4000), 12_000 + pick(4000)],
  ])
  return Promise.all(
    sides.map(async ([widthPx, heightPx]) => ({
      name: `a PNG of ${widthPx} × ${heightPx}`,
      kind: 'image' as const,
      fileName: 'a.png',
      bytes: await aPngOf(widthPx, heightPx),
      expected: 'refused' as const,
    })),
  )
}

/** Files that are not what they seem, in posts and as profile pictures. */
export function bombs(all: readonly Bomb[]): Attack {
  return {
    name: 'bombs as posts and profile pictures',
    async run(rig, until) {
      const wrong: string[] = []
      const more = await seededBombs()
      do {
        for (const bomb of [...all, ...more]) {
          const { post, profile } = await sendTwice(rig, bomb)
          const isHarmless = bomb.expected === 'harmless'
          if (!isAnswered(post, isHarmless)) wrong.push(`${bomb.name}: ${post}`)
          if (!isAnswered(profile, isHarmless && bomb.kind === 'image'))
            wrong.push(`${bomb.name} as a profile picture: ${profile}`)
        }
      } while (!until.aborted)
      return wrong
    },
  }
}

/** Space that is reserved and never used, by a user without a page. */
export const emptyReservations: Attack = {
  name: 'uploads of 500 MB that are begun and never sent',
  async run(rig, until) {
    let taken = 0
    while (!until.aborted) {
      const { status } = await begin(rig, UPLOAD_MAX_BYTES, 'video')
      if (status === 201) taken += 1
      if (status >= 500) return [`answered with ${status}`]
    }
    return taken > OPEN_UPLOADS_MAX ? [`${taken} were open at once`] : []
  },
}

/** A profile picture that weighs as much as a video. */
export const heavyProfilePicture: Attack = {
  name: 'a profile picture of 60 MB',
  async run(rig, until) {
    const wrong: string[] = []
    const body = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n'),
      Buffer.alloc(sized(60_000_000, 11_000_000, 120_000_000), 7),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    do {
      const { status } = await strike(rig, 'PUT', '/api/user/update', { headers, body, isCreator: true })
      // Refused by its announced size, before it is read: the connection may end while it is still being sent.
      if (status !== 413 && status !== null) wrong.push(`answered with ${status}`)
    } while (!until.aborted)
    return wrong
  },
}
