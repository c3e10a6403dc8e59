import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'
import { makeSmallApart } from '#server/platform/media-files/make-small.ts'
import { smallFrameOf } from '#server/platform/media-files/small-picture.ts'
import { soundOfSegment } from '#server/platform/media-files/sound-alone.ts'
import { inFragments } from '#server/domains/live/recording/recording-testing.ts'
import { openProcesses } from '#server/platform/process-pool/open-processes.ts'

import { inTemporaryFolder, judgeAtMost, median, skip } from './side-by-side.ts'

/*
 * What a smaller picture of a live session costs, and saves: `node lab/bench/small-pictures.ts`. Seconds of 1080p30, of moving
 * shapes under noise, as an encoder sends them at 4 Mbit/s with a keyframe each second; each is made small by itself, as it
 * is when somebody watches.
 */

const SECONDS = 20
const run = promisify(execFile)

await inTemporaryFolder(async (folder) => {
  if (!(await hasFfmpeg())) return skip('small pictures', 'there is no ffmpeg here')
  const file = path.join(folder, 'sent.mp4')
  const picture = `testsrc2=size=1920x1080:rate=30:duration=${SECONDS},noise=alls=12:allf=t`
  const sound = `sine=frequency=440:sample_rate=48000:duration=${SECONDS}`
  const codecs =
    '-c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 4M -g 30 -sc_threshold 0 -bf 2 -c:a aac -b:a 128k'
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  const cuts = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  await run('ffmpeg', ['-v', 'error', ...sources, ...codecs.split(' '), ...cuts, file])
  const { init, segments, durationsMs } = inFragments(await fs.readFile(file))
  const frame = smallFrameOf(init)
  const processes = openProcesses('shared')
  try {
    const small: Buffer[] = []
    const waits: number[] = []
    for (const [index, segment] of segments.entries()) {
      const from = performance.now()
      const work = { init, before: [], segment, durationMs: durationsMs[index] ?? 1000, frame }
      small.push(await makeSmallApart({ processes }, path.join(folder, 'work'), work))
      waits.push(performance.now() - from)
    }
    // The first one starts what keeps the processes.
    waits.shift()
    const kilobits = (all: readonly Buffer[]) =>
      Math.round((all.reduce((sum, { length }) => sum + length, 0) * 8) / 1000 / all.length)
    const alone = segments.map((segment) => soundOfSegment(segment, init))
    console.log(`1080p30, ${segments.length} segments of a second`)
    console.log(`as it was sent           ${kilobits(segments)} kbit/s`)
    console.log(`small                    ${kilobits(small)} kbit/s`)
    console.log(`sound alone              ${kilobits(alone)} kbit/s`)
    console.log(`the slowest              ${Math.max(...waits).toFixed(0)} ms`)
    judgeAtMost('small pictures: a second of 1080p30', median(waits), 1000, 'ms')
  } finally {
    await processes.close()
  }
})
