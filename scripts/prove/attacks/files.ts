import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { OPEN_UPLOADS_MAX, UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { listBombs } from '#server/domains/media/bomb-testing.ts'
import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'

import { begin, settled, upload } from '../media-client.ts'
import type { Attack } from './attack.ts'
import { strike } from './stranger.ts'

const run = promisify(execFile)

/** Films that once ended the process, and again after each restart. */
async function killerFilms(): Promise<{ name: string; bytes: Buffer }[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-films-'))
  const file = (name: string) => path.join(folder, name)
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=128x96:rate=10:duration=0.5']
  const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  try {
    await run('ffmpeg', [
      '-v',
      'error',
      ...picture,
      ...sound(40),
      '-c:v',
      'libx264',
      '-c:a',
      'aac',
      file('long.mp4'),
    ])
    await run('ffmpeg', ['-v', 'error', ...picture, '-c:v', 'libx264', file('short.mp4')])
    const absurd = await fs.readFile(file('short.mp4'))
    const header = absurd.indexOf('mvhd')
    // Version 0: four bytes each of version, made, changed and scale, then how long it is, in units of the scale.
    absurd.writeUInt32BE(0xfffffffe, header + 4 + 16)
    return [
      {
        name: 'a film whose sound goes on for 40 s after its picture',
        bytes: await fs.readFile(file('long.mp4')),
      },
      { name: 'a film that says it is 49 days long', bytes: absurd },
    ]
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

export const films: Attack = {
  name: 'films that end where ffmpeg does not expect it',
  async run(rig) {
    if (!(await hasFfmpeg())) return ['not tried: there is no ffmpeg on this machine']
    const wrong: string[] = []
    for (const { name, bytes } of await killerFilms()) {
      const source = (start: number, end: number) => bytes.subarray(start, end)
      const { at } = await upload(rig, { source, sizeBytes: bytes.length, kind: 'video' })
      const { state } = await settled(rig, at.split('/').at(-1) ?? '')
      if (state !== 'ready' && state !== 'failed') wrong.push(`${name}: ${state}`)
      console.log(`       ${name}: ${state}`)
    }
    return wrong
  },
}

/** Files that are not what they seem, in posts and as the picture of a profile. */
export const bombs: Attack = {
  name: 'bombs as posts and profile pictures',
  async run(rig) {
    const wrong: string[] = []
    for (const { name, kind, fileName, bytes, expected } of await listBombs()) {
      const asPost = new FormData()
      asPost.set('content', '<p>x</p>')
      asPost.set(kind, new File([bytes], fileName))
      const asPicture = new FormData()
      asPicture.set('profileImage', new File([bytes], fileName))
      const headers = { authorization: `Bearer ${rig.token}`, cookie: rig.cookie }
      const post = await fetch(`${rig.baseUrl}/api/post/create`, { method: 'POST', headers, body: asPost })
      if (expected === 'refused' ? post.ok || post.status >= 500 : !post.ok)
        wrong.push(`${name}: ${post.status}`)
      const profile = await fetch(`${rig.baseUrl}/api/user/update`, {
        method: 'PUT',
        headers,
        body: asPicture,
      })
      if (profile.status >= 500) wrong.push(`${name} as a profile picture: ${profile.status}`)
    }
    return wrong
  },
}

/** Room that is asked for and never used, by somebody who has no page. */
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

/** A picture of a person that weighs as much as a film. */
export const heavyProfilePicture: Attack = {
  name: 'a profile picture of 60 MB',
  async run(rig, until) {
    const wrong: string[] = []
    const body = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n'),
      Buffer.alloc(60_000_000, 7),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    do {
      const { status } = await strike(rig, 'PUT', '/api/user/update', { headers, body, isCreator: true })
      // Refused by what it announces, before it is read: the connection may end while it is still being sent.
      if (status !== 413 && status !== null) wrong.push(`answered with ${status}`)
    } while (!until.aborted)
    return wrong
  },
}
