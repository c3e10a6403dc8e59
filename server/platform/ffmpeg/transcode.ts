import fs from 'node:fs/promises'
import path from 'node:path'

import { makeAudio } from './audio.ts'
import { probe, type Probed } from './probe.ts'
import { MediaUnreadable } from './run-ffmpeg.ts'
import { makeVideo } from './video.ts'
import type { Made, Note, TranscodeOptions, Work } from './work.ts'

/** Nothing longer is converted; a file that lies about its length is cut here too. */
const MAX_DURATION_MS = 6 * 60 * 60_000
const MAX_CHANNELS = 2

/** How much slower than playback the work may be, on a machine that has other things to do. */
const SLOWEST = 12
const STARTING_MS = 120_000
/** No run of ffmpeg is longer, whatever length a file claims. */
const LONGEST_MS = 6 * 60 * 60_000

/** One at a time in this process: each uses every core it gets. */
let working: Promise<unknown> = Promise.resolve()

/**
 * Converts a video or an audio track for playing in browsers. A video: `poster`, an HLS ladder (`hls/master.m3u8` and
 * the files it names; each step is one file, read by ranges), `low`, its smallest step for players without HLS, and
 * `audio-only`. An audio track: `audio-normalised` and `low`. All sound is brought to the common loudness. What else they
 * differ in from what was given is noted. Throws `MediaUnreadable` when the file isn't what it should be; rejects with the signal's reason.
 */
export function transcode(options: TranscodeOptions): Promise<Made> {
  const turn = working.then(() => transcodeNow(options))
  working = turn.catch(() => undefined)
  return turn
}

async function transcodeNow(options: TranscodeOptions): Promise<Made> {
  const { inputPath, outputDir, kind, signal } = options
  const facts = await probe(inputPath, signal)
  if (kind === 'video' && !facts.video) throw new MediaUnreadable('There is no picture in it')
  if (kind === 'audio' && !facts.audio) throw new MediaUnreadable('There is no sound in it')
  const durationMs = Math.min(facts.durationMs ?? MAX_DURATION_MS, MAX_DURATION_MS)
  const { size } = await fs.stat(inputPath)
  const work: Work = {
    ...options,
    facts,
    durationMs,
    made: [],
    notes: soundNotes(facts),
    run: {
      cwd: outputDir,
      timeoutMs: Math.min(LONGEST_MS, STARTING_MS + durationMs * SLOWEST),
      signal,
      output: { folder: outputDir, maxBytes: 2 * size + (durationMs / 1000) * 700_000 + 50_000_000 },
    },
  }
  await fs.mkdir(path.join(outputDir, 'hls'), { recursive: true })
  await (kind === 'video' ? makeVideo(work) : makeAudio(work))
  options.onProgress?.(100)
  if ((facts.durationMs ?? 0) > MAX_DURATION_MS) work.notes.push('shortened')
  return { renditions: work.made, notes: work.notes }
}

function soundNotes({ audio, audioStreams: all }: Probed): Note[] {
  if (!audio) return all.length > 0 ? ['noSound'] : []
  const notes: Note[] = []
  if (audio.stream !== all[0]) notes.push('otherSound')
  else if (all.length > 1) notes.push('oneSound')
  if (audio.channels > MAX_CHANNELS) notes.push('stereo')
  return notes
}
