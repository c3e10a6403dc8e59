import { transcode } from '#server/platform/ffmpeg/transcode.ts'
import type { Rendition } from '#server/platform/ffmpeg/work.ts'
import type { Report } from '#server/platform/process-pool/task.ts'

import type { MadeNote } from './made-file.ts'

/* Run only by processes of a pool: they start ffmpeg, and read its output. */

/** Reports while a video or an audio track is made: the progress, in percent, or a complete file. */
export type TranscodeReport = { progress: number } | { rendition: Rendition }

/** Makes the files browsers play, into an empty folder; returns in what they differ from what was given. Fails with `MediaUnreadable` when that can't be done. */
export async function transcodeFile(
  input: { inputPath: string; outputDir: string; kind: 'video' | 'audio' },
  report: Report,
): Promise<MadeNote[]> {
  const tell = (said: TranscodeReport) => report(said)
  const { notes } = await transcode({
    ...input,
    onProgress: (progress) => tell({ progress }),
    onRendition: async (rendition) => tell({ rendition }),
  })
  return notes
}
