import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

import type { MediumKind, UploadKind } from '#contract/media/rules.ts'
import { attachToPost, receiveFile } from '#server/domains/media/service.ts'
import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'
import { newStagedFile, stagingFolder } from '#server/platform/http/staging.ts'
import type { Platform } from '#server/platform/platform.ts'

import { drawPicture, type PictureName } from './pictures.ts'
import { playTune, type Tune } from './tune.ts'

/** What a post of the story carries. A video needs ffmpeg; without it, its post has no video. */
export type StoryMedium =
  | { kind: 'picture'; picture: PictureName; alt: string }
  | { kind: 'tune'; tune: Tune; seconds: number }
  | { kind: 'video'; picture: PictureName; tune: Tune; seconds: number }

/** A recording to download; with `plan` only for that one. */
export interface StoryFile {
  name: string
  tune: Tune
  seconds: number
  plan?: string
}

/** Creates the file, and from it a medium attached to a post; answers its id, or null if it can't be created. */
export async function addStoryMedium(
  platform: Platform,
  medium: StoryMedium,
  ownerId: string,
): Promise<string | null> {
  const made = await make(medium)
  if (!made) return null
  const mediaId = await receive(platform, made.bytes, {
    kind: made.kind,
    ownerId,
    alt: medium.kind === 'picture' ? medium.alt : '',
  })
  const now = platform.clock.now()
  await platform.database.db.transaction().execute((trx) => attachToPost(trx, { id: ownerId }, mediaId, now))
  return mediaId
}

/** A cover or a picture in a message, which becomes part of it later. */
export async function addStoryPicture(
  platform: Platform,
  picture: PictureName,
  ownerId: string,
  alt = '',
): Promise<string> {
  return receive(platform, await drawPicture(picture), { kind: 'image', ownerId, alt })
}

/** The file becomes part of its post later. */
export function addStoryFile(
  platform: Platform,
  { name, tune, seconds }: StoryFile,
  ownerId: string,
): Promise<string> {
  return receive(platform, playTune(tune, seconds), { kind: 'file', name, ownerId, alt: '' })
}

async function receive(
  platform: Platform,
  bytes: Buffer,
  facts: { kind: UploadKind; name?: string; ownerId: string; alt: string },
): Promise<string> {
  const { db } = platform.database
  const file = await newStagedFile(stagingFolder(platform.config.dataDir))
  await fs.writeFile(file, bytes)
  return receiveFile(
    platform,
    (work) => db.transaction().execute(work),
    { path: file, declaredType: '', sizeBytes: bytes.length },
    { ...facts, now: platform.clock.now() },
  )
}

async function make(medium: StoryMedium): Promise<{ kind: MediumKind; bytes: Buffer } | null> {
  switch (medium.kind) {
    case 'picture':
      return { kind: 'image', bytes: await drawPicture(medium.picture) }
    case 'tune':
      return { kind: 'audio', bytes: playTune(medium.tune, medium.seconds) }
    case 'video':
      return (await hasFfmpeg()) ? { kind: 'video', bytes: await video(medium) } : null
  }
}

/** The same as it is broadcast: in fragments of a second. */
export async function filmFragments(
  film: Omit<Extract<StoryMedium, { kind: 'video' }>, 'kind'>,
): Promise<Buffer | null> {
  if (!(await hasFfmpeg())) return null
  return video(film, '-g 25 -movflags frag_keyframe+empty_moov+default_base_moof')
}

/** A slow look along a scene, with a tune: 720p, a few seconds of work. */
async function video(
  { picture, tune, seconds }: Omit<Extract<StoryMedium, { kind: 'video' }>, 'kind'>,
  as = '-movflags +faststart',
): Promise<Buffer> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-story-'))
  try {
    const still = await sharp(await drawPicture(picture, 2))
      .resize({ height: 720 })
      .png()
      .toBuffer()
    await fs.writeFile(path.join(folder, 'still.png'), still)
    await fs.writeFile(path.join(folder, 'tune.wav'), playTune(tune, seconds))
    const words = `-nostdin -v error -framerate 25 -i still.png -i tune.wav -t ${seconds}
      -vf loop=loop=-1:size=1,format=yuv420p,crop=1280:720:x='t*${1400 / seconds}':y=0
      -c:v libx264 -preset ultrafast -crf 24 -c:a aac ${as} video.mp4`.split(/\s+/)
    const child = spawn('ffmpeg', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error('The video of the story could not be made.')
    return await fs.readFile(path.join(folder, 'video.mp4'))
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}
