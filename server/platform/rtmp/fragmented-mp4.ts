import { u16, u32, u64, u8, writeBox, writeFullBox } from '../media-files/boxes.ts'
import { writeAvcEntry } from '../media-files/avc-entry.ts'
import type { AudioSettings, VideoSettings } from './codec-settings.ts'

/** What the protocol counts in, and so do the pictures. */
const VIDEO_TICKS_PER_SECOND = 1000

export interface Sample {
  bytes: Buffer
  /** In the ticks of its track. */
  duration: number
  isKeyframe: boolean
  /** Ticks between decoding and showing. */
  shownAfter: number
}

export interface TrackRun {
  /** Ticks since the broadcast began, of the first sample's decoding. */
  startsAt: number
  samples: readonly Sample[]
}

const VIDEO_TRACK = 1
const AUDIO_TRACK = 2
/** Turns and mirrors nothing. */
const MATRIX = u32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00)
const ENGLISH_OR_NONE = 0x55_c4
/** Needs no other sample; the opposite. */
const KEYFRAME = 0x02_00_00_00
const DEPENDENT = 0x01_01_00_00

/** The beginning of a broadcast: what is in it, and no medium yet. */
export function writeInit(video: VideoSettings, audio: AudioSettings | null): Buffer {
  const tracks = [videoTrack(video), ...(audio ? [audioTrack(audio)] : [])]
  const extended = [VIDEO_TRACK, ...(audio ? [AUDIO_TRACK] : [])].map((track) =>
    writeFullBox('trex', 0, 0, u32(track, 1, 0, 0, 0)),
  )
  const header = writeFullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, VIDEO_TICKS_PER_SECOND, 0, 0x1_00_00),
    u16(0x1_00, 0),
    u32(0, 0),
    MATRIX,
    Buffer.alloc(24),
    u32(AUDIO_TRACK + 1),
  )
  return Buffer.concat([
    writeBox('ftyp', Buffer.from('iso6\0\0\0\0iso6cmfcmp41', 'latin1')),
    writeBox('moov', header, ...tracks, writeBox('mvex', ...extended)),
  ])
}

/** One segment: each track's samples, sound after pictures. */
export function writeFragment(number: number, video: TrackRun, audio: TrackRun | null): Buffer {
  const videoBytes = video.samples.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const write = (dataAt: number) =>
    writeBox(
      'moof',
      writeFullBox('mfhd', 0, 0, u32(number)),
      trackFragment(VIDEO_TRACK, video, dataAt),
      ...(audio ? [trackFragment(AUDIO_TRACK, audio, dataAt + videoBytes)] : []),
    )
  // The same length whatever the offset.
  const moof = write(write(0).length + 8)
  const samples = [...video.samples, ...(audio?.samples ?? [])]
  return Buffer.concat([
    writeBox('styp', Buffer.from('cmfs\0\0\0\0cmfsmsdh', 'latin1')),
    moof,
    writeBox('mdat', ...samples.map(({ bytes }) => bytes)),
  ])
}

function trackFragment(track: number, { startsAt, samples }: TrackRun, dataAt: number): Buffer {
  const rows = samples.flatMap(({ bytes, duration, isKeyframe, shownAfter }) => [
    duration,
    bytes.length,
    isKeyframe ? KEYFRAME : DEPENDENT,
    shownAfter,
  ])
  return writeBox(
    'traf',
    // Offsets count from the beginning of this `moof`.
    writeFullBox('tfhd', 0, 0x02_00_00, u32(track)),
    writeFullBox('tfdt', 1, 0, u64(startsAt)),
    // Each sample has its own duration, size, flags and, signed, composition offset.
    writeFullBox('trun', 1, 0x00_0f_01, u32(samples.length, dataAt), u32(...rows)),
  )
}

function videoTrack({ record, width, height }: VideoSettings): Buffer {
  const entry = writeAvcEntry({ record, width, height })
  const media = writeFullBox('vmhd', 0, 1, Buffer.alloc(8))
  return trackBox(VIDEO_TRACK, { width, height }, VIDEO_TICKS_PER_SECOND, { handler: 'vide', media, entry })
}

function audioTrack({ record, sampleRate, channels }: AudioSettings): Buffer {
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(0, 0), descriptor(5, record))
  const stream = descriptor(3, u16(AUDIO_TRACK), u8(0), decoder, descriptor(6, u8(2)))
  const entry = writeBox(
    'mp4a',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(channels, 16, 0, 0),
    // 16.16, which 96 kHz doesn't fit in; the decoder reads it in its own settings.
    u32(sampleRate > 0xff_ff ? 0 : sampleRate * 2 ** 16),
    writeFullBox('esds', 0, 0, stream),
  )
  const media = writeFullBox('smhd', 0, 0, Buffer.alloc(4))
  return trackBox(AUDIO_TRACK, { width: 0, height: 0 }, sampleRate, { handler: 'soun', media, entry })
}

function trackBox(
  id: number,
  { width, height }: { width: number; height: number },
  ticksPerSecond: number,
  { handler, media, entry }: { handler: string; media: Buffer; entry: Buffer },
): Buffer {
  const isSound = handler === 'soun'
  const empty = ['stts', 'stsc', 'stco'].map((name) => writeFullBox(name, 0, 0, u32(0)))
  return writeBox(
    'trak',
    writeFullBox(
      'tkhd',
      0,
      3,
      u32(0, 0, id, 0, 0, 0, 0),
      u16(0, 0, isSound ? 0x1_00 : 0, 0),
      MATRIX,
      u32(width * 2 ** 16, height * 2 ** 16),
    ),
    writeBox(
      'mdia',
      writeFullBox('mdhd', 0, 0, u32(0, 0, ticksPerSecond, 0), u16(ENGLISH_OR_NONE, 0)),
      writeFullBox('hdlr', 0, 0, u32(0), Buffer.from(handler, 'latin1'), Buffer.alloc(13)),
      writeBox(
        'minf',
        media,
        writeBox('dinf', writeFullBox('dref', 0, 0, u32(1), writeFullBox('url ', 0, 1))),
        writeBox(
          'stbl',
          writeFullBox('stsd', 0, 0, u32(1), entry),
          ...empty,
          writeFullBox('stsz', 0, 0, u32(0, 0)),
        ),
      ),
    ),
  )
}

/** A part of `esds`; its length is below 128. */
function descriptor(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([u8(tag, bytes.length), bytes])
}
