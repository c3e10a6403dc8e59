import { RtmpRefused } from './limits.ts'
import { pictureSize } from './picture-size.ts'

/** What a decoder needs to know of the pictures: `avcC`, as the sender gave it. */
export interface VideoSettings {
  record: Buffer
  codec: string
  width: number
  height: number
}

/** The same for sound: the AudioSpecificConfig. */
export interface AudioSettings {
  record: Buffer
  codec: string
  sampleRate: number
  channels: number
}

/** Browsers play 8 bits with 4:2:0 colours: baseline, main, extended and high profile. */
const PROFILES = new Set([66, 77, 88, 100])
const RECORD_BYTES_MAX = 16 * 1024
const SIDE_MAX = 1920
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
/** AAC-LC, and HE-AAC as LC with an extension. */
const AAC_KINDS = new Set([2, 5, 29])

/** Throws {@link RtmpRefused}. */
export function readVideoSettings(record: Buffer): VideoSettings {
  const [version, profile = 0] = record
  if (record.length < 8 || record.length > RECORD_BYTES_MAX || version !== 1)
    throw new RtmpRefused('settings of pictures that can’t be read')
  if (!PROFILES.has(profile)) throw new RtmpRefused(`pictures in profile ${profile}`, 'picture_colours')
  const count = record.readUInt8(5) & 0x1f
  const bytes = record.readUInt16BE(6)
  if (count === 0 || bytes < 4 || 8 + bytes > record.length)
    throw new RtmpRefused('settings of pictures that can’t be read')
  const { width, height } = pictureSize(record.subarray(8, 8 + bytes))
  if (Math.max(width, height) > SIDE_MAX || Math.min(width, height) < 16)
    throw new RtmpRefused(`pictures of ${width} × ${height}`, 'picture_size')
  return { record, codec: `avc1.${record.subarray(1, 4).toString('hex')}`, width, height }
}

/** Throws {@link RtmpRefused}. */
export function readAudioSettings(record: Buffer): AudioSettings {
  if (record.length < 2 || record.length > 64) throw new RtmpRefused('settings of sound that can’t be read')
  const first = record.readUInt16BE(0)
  const kind = first >> 11
  const sampleRate = SAMPLE_RATES[(first >> 7) & 15]
  const channels = (first >> 3) & 15
  if (!AAC_KINDS.has(kind) || sampleRate === undefined || channels < 1 || channels > 7)
    throw new RtmpRefused(`sound of kind ${kind}`, 'sound_format')
  return { record, codec: `mp4a.40.${kind}`, sampleRate, channels }
}
