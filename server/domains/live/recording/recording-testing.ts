import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { readFragment, sum } from '#server/platform/media-files/join/read-fragment.ts'
import { readInit, type TrackHead } from '#server/platform/media-files/join/read-init.ts'

/** What a browser would have sent. */
export interface Sent {
  init: Buffer<ArrayBuffer>
  segments: Buffer<ArrayBuffer>[]
  durationsMs: number[]
}

const run = promisify(execFile)

/** Of the picture in it. */
function durationMs(segment: Buffer, tracks: readonly TrackHead[]): number {
  const moof = segment.subarray(0, segment.readUInt32BE(0))
  const runs = readFragment(moof, tracks).filter(({ track }) => tracks[track]?.isVideo)
  const head = tracks.find(({ isVideo }) => isVideo)
  const long = runs.reduce((total, { durations }) => total + sum(durations), 0)
  return Math.round((long * 1000) / (head?.timescale ?? 1))
}

/** A test picture with a tone, with B-frames, in fragments of a second. */
export async function sentByFfmpeg(
  folder: string,
  { seconds, size }: { seconds: number; size: string },
): Promise<Sent> {
  const file = path.join(folder, `${size}.mp4`)
  const from = [
    `testsrc=size=${size}:rate=25:duration=${seconds}`,
    `sine=frequency=440:sample_rate=48000:duration=${seconds}`,
  ]
  const sources = from.flatMap((source) => ['-f', 'lavfi', '-i', source])
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-bf', '2']
  const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  await run('ffmpeg', ['-v', 'error', ...sources, ...video, '-c:a', 'aac', ...fragments, file])
  return inFragments(await fs.readFile(file))
}

/** A fragmented file, as it would have been sent. */
export function inFragments(bytes: Buffer<ArrayBuffer>): Sent {
  const boxes: { type: string; bytes: Buffer }[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + bytes.readUInt32BE(at)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, end) })
    at = end
  }
  const first = boxes.findIndex(({ type }) => type === 'moof')
  const pairs = boxes.slice(first).filter(({ type }) => type === 'moof' || type === 'mdat')
  const segments = []
  for (let index = 0; index < pairs.length; index += 2)
    segments.push(Buffer.concat(pairs.slice(index, index + 2).map((box) => box.bytes)))
  const init = Buffer.concat(boxes.slice(0, first).map((box) => box.bytes))
  const tracks = readInit(init)
  return {
    init,
    segments,
    durationsMs: segments.map((segment) => durationMs(segment, tracks)),
  }
}
