import * as z from 'zod/mini'

import type { Platform } from '#server/platform/platform.ts'
import { defineTask } from '#server/platform/process-pool/task.ts'

import { madeNote, type MadeNote } from './made-file.ts'
import type * as tasks from './transcode-tasks.ts'

/** Of everything made from one file. ffmpeg's part has limits of its own (`run-ffmpeg.ts`). */
const TRANSCODE_TIMEOUT_MS = 8 * 3_600_000

const transcodeTask = defineTask<typeof tasks.transcodeFile>({
  module: new URL('./transcode-tasks.ts', import.meta.url),
  name: 'transcodeFile',
  output: z.array(madeNote),
  timeoutMs: TRANSCODE_TIMEOUT_MS,
})

const rendition = z.object({
  name: z.string().check(z.regex(/^(?:hls\/)?[a-z0-9-]+(?:\.(?:m3u8|mp4))?$/)),
  file: z.string().check(z.regex(/\.(?:jpg|mp4|m4a|m3u8)$/)),
  mime: z.string(),
  widthPx: z.nullable(z.int()),
  heightPx: z.nullable(z.int()),
})
const report = z.union([z.object({ progress: z.number() }), z.object({ rendition })])

export type PlayableRendition = z.infer<typeof rendition>

/**
 * Makes the files browsers play, in a process that may die of it; returns in what they differ from what was given. Rejects with `TaskFailed`, whose `errorName` is
 * MediaUnreadable when the file is at fault, with `ProcessDied`, or with the signal's reason.
 */
export async function transcodeApart(
  { processes }: Pick<Platform, 'processes'>,
  input: { inputPath: string; outputDir: string; kind: 'video' | 'audio' },
  told: {
    progress: (percent: number) => void
    rendition: (made: PlayableRendition) => void
    signal: AbortSignal
  },
): Promise<MadeNote[]> {
  return processes.long.run(transcodeTask, input, {
    signal: told.signal,
    onReport: (said) => {
      const parsed = report.parse(said)
      if ('progress' in parsed) told.progress(parsed.progress)
      else told.rendition(parsed.rendition)
    },
  })
}
