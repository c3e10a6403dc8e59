import fs from 'node:fs/promises'
import path from 'node:path'

import { makeSample, shrink } from '../ffmpeg/shrink.ts'
import { pictureSpan, recordOf, type SmallFrame, smallSegment } from './small-picture.ts'

/* Run only by processes of a pool: they start ffmpeg, and read its output. */

const OUTPUT = 'small.mp4'

interface Given {
  /** Empty, but for the input. The caller removes it. */
  folder: string
  frame: SmallFrame
  timeoutMs: number
}

/** The parameters that the header of small segments declares. Fails with `MediaUnreadable` when they can't be made. */
export async function makeSmallRecord({ folder, frame, timeoutMs }: Given): Promise<Uint8Array> {
  await makeSample({ folder, output: OUTPUT, frame, timeoutMs })
  return recordOf(await fs.readFile(path.join(folder, OUTPUT)))
}

/** The small segment of a file: its header, the segments that are needed to decode it, and the segment. */
export async function makeSmallSegment({
  input,
  initBytes,
  segmentAt,
  ...given
}: Given & { input: string; initBytes: number; segmentAt: number }): Promise<Uint8Array> {
  const file = await fs.readFile(path.join(given.folder, input))
  const [init, segment] = [file.subarray(0, initBytes), file.subarray(segmentAt)]
  const span = pictureSpan(segment, init)
  await shrink({ ...given, input, output: OUTPUT, firstTick: span?.firstTick ?? 0 })
  const made = await fs.readFile(path.join(given.folder, OUTPUT))
  return smallSegment({ init, segment, made })
}
