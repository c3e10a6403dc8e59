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

import type { ProbedFile } from './probed-file.ts'

/*
 * Run only by processes of a pool: they parse strangers' files, which may take long or need a lot of memory. Playlists
 * aren't a format we read: they name other files.
 */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]

/** The tracks of a video or an audio file, as its container says; null when it can't be read. */
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
    // Broken in some way: not a file we can read.
    return null
  } finally {
    input.dispose()
  }
}
