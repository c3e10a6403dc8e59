import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'

import type { ProbedFile } from './probe.ts'

/*
 * Run by processes of a pool alone: what a stranger's file says is parsed here, and may take long or ask for much.
 * Playlists are no format we read: they name other files.
 */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]

/** What a video or an audio file is made of, as its container says; null when it cannot be read. */
export async function probe(file: string): Promise<ProbedFile | null> {
  const input = new Input({ source: new FilePathSource(file), formats: FORMATS })
  try {
    if (!(await input.canRead())) return null
    const format = (await input.getFormat()).name
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    return {
      container: format,
      durationMs: Number.isFinite(seconds) ? Math.round(seconds * 1000) : null,
      video: video && {
        codec: await video.getCodec(),
        codecString: await video.getCodecParameterString(),
        widthPx: await video.getDisplayWidth(),
        heightPx: await video.getDisplayHeight(),
      },
      audio: audio && { codec: await audio.getCodec(), codecString: await audio.getCodecParameterString() },
    }
  } catch {
    // Broken in whatever way: not a file we can read.
    return null
  } finally {
    input.dispose()
  }
}
