import { inputArgs, runFfmpeg, words } from './run-ffmpeg.ts'
import { aac, add, listen, LISTENING_SHARE, reporter, upTo, type Work } from './work.ts'

const KILOBITS = { full: 160, low: 56 }

/** Converts an audio track: evened out, in full and for slow lines. */
export async function makeAudio(work: Work): Promise<void> {
  const { facts, run, inputPath } = work
  if (!facts.audio) return
  const sound = await listen(work, facts.audio.stream)
  await runFfmpeg(
    [
      ...words('-v error'),
      ...inputArgs(inputPath),
      ...upTo(work.durationMs),
      '-filter_complex',
      `[0:${facts.audio.stream}]${sound},asplit=2[full][low]`,
      ...words('-map [full]'),
      ...aac(KILOBITS.full),
      'audio-normalised.m4a',
      ...upTo(work.durationMs),
      ...words('-map [low]'),
      ...aac(KILOBITS.low),
      'low.m4a',
    ],
    { ...run, onWrittenMs: reporter(work, LISTENING_SHARE, 1) },
  )
  await add(work, 'audio-normalised.m4a', 'audio/mp4')
  await add(work, 'low.m4a', 'audio/mp4')
}
