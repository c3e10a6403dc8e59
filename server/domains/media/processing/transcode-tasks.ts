import { transcode } from '#server/platform/ffmpeg/transcode.ts'
import type { Rendition } from '#server/platform/ffmpeg/work.ts'
import type { Report } from '#server/platform/process-pool/task.ts'

/* Run by processes of a pool alone: they start ffmpeg, and what it says and writes is read by them. */

/** What is told while a video or an audio track is made: how far it is, in percent, or a file that is complete. */
export type TranscodeReport = { progress: number } | { rendition: Rendition }

/** Makes what browsers play of a file, into an empty folder. Fails with `MediaUnreadable` when that cannot be done. */
export async function transcodeFile(
  input: { inputPath: string; outputDir: string; kind: 'video' | 'audio' },
  report: Report,
): Promise<null> {
  const tell = (said: TranscodeReport) => report(said)
  await transcode({
    ...input,
    onProgress: (progress) => tell({ progress }),
    onRendition: async (rendition) => tell({ rendition }),
  })
  return null
}
