import fs from 'node:fs/promises'
import path from 'node:path'

import { loudnessFilter } from './loudness.ts'
import type { Probed } from './probe.ts'
import { MediaUnreadable, type runFfmpeg, words } from './run-ffmpeg.ts'

/* Shared by the conversions of videos and of audio tracks. */

/** Measuring the loudness is this share of the work. */
export const LISTENING_SHARE = 0.15

/** A file made for playing. We choose its `name`; playlists refer to their neighbours by it. */
export interface Rendition {
  name: string
  file: string
  mime: string
  widthPx: number | null
  heightPx: number | null
}

/** In what the files that are made differ from what was given. */
export type Note =
  | 'shortened'
  | 'noSound'
  | 'otherSound'
  | 'oneSound'
  | 'stereo'
  | 'fromHdr'
  | 'fewerFrames'
  | 'smallerVideo'

export interface Made {
  renditions: Rendition[]
  notes: Note[]
}

export interface TranscodeOptions {
  inputPath: string
  /** An empty folder; the caller removes it. */
  outputDir: string
  kind: 'video' | 'audio'
  /** Called with the percentage that is done, rising. */
  onProgress?: (percent: number) => void
  /** Called with each file when it is complete, before the next is begun: a poster need not wait for the video. */
  onRendition?: (rendition: Rendition) => Promise<void>
  signal?: AbortSignal
}

/** The state one piece of work passes to the next. */
export interface Work extends TranscodeOptions {
  facts: Probed
  durationMs: number
  made: Rendition[]
  notes: Note[]
  run: Parameters<typeof runFfmpeg>[1]
}

/** Where it was filmed, by whom, with what: none of that is published. */
export const CLEAN = words('-map_metadata -1 -map_chapters -1 -fflags +bitexact')

/** No more of the input than is converted. */
export function upTo(durationMs: number): string[] {
  return words(`-t ${(durationMs + 1000) / 1000}`)
}

export function aac(kilobits: number): string[] {
  return [...words(`-c:a aac -b:a ${kilobits}k -movflags +faststart`), ...CLEAN]
}

/** Sound that begins later than the file, or has gaps, keeps its time: silence is put where there is none. */
const IN_TIME = 'aresample=async=1:first_pts=0'

/** Returns the filters that bring a stream to the common loudness, in its time. */
export async function listen(work: Work, stream: number): Promise<string> {
  const evenedOut = await loudnessFilter(work.inputPath, stream, {
    ...work.run,
    onWrittenMs: reporter(work, 0, LISTENING_SHARE),
  })
  return `${IN_TIME},${evenedOut}`
}

/** ffmpeg may succeed and write nothing: a video without a frame where one was looked for. */
export async function isMade(work: Work, file: string): Promise<boolean> {
  const facts = await fs.lstat(path.join(work.outputDir, file)).catch(() => null)
  return facts !== null && facts.isFile() && facts.size > 0
}

/** Throws `MediaUnreadable` unless a file was made. */
export async function expectMade(work: Work, file: string): Promise<void> {
  if (!(await isMade(work, file))) throw new MediaUnreadable(`${file} was not made`)
}

/** Describes a file that was made. Throws `MediaUnreadable` when it wasn't. */
export async function add(
  work: Work,
  file: string,
  mime: string,
  size: { widthPx: number; heightPx: number } | null = null,
): Promise<void> {
  const rendition: Rendition = {
    name: file.startsWith('hls/') ? file : file.replace(/\.\w+$/, ''),
    file: path.join(work.outputDir, file),
    mime,
    widthPx: size?.widthPx ?? null,
    heightPx: size?.heightPx ?? null,
  }
  await expectMade(work, file)
  work.made.push(rendition)
  await work.onRendition?.(rendition)
}

/** Turns written time into the share of the whole work between two marks. */
export function reporter(work: Work, from: number, to: number): (writtenMs: number) => void {
  let last = -1
  return (writtenMs) => {
    const share = from + (to - from) * Math.min(1, writtenMs / work.durationMs)
    const percent = Math.min(99, Math.floor(share * 100))
    if (percent > last) work.onProgress?.((last = percent))
  }
}
