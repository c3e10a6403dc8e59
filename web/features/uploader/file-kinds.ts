import { damagedPictureText, mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_HEAD_BYTES, pictureTypeOf } from '#contract/media/picture-types.ts'
import type { MediumKind } from '#contract/media/rules.ts'

/**
 * What the device's file picker offers. Endings as well as types, since not every system knows the types of newer files. None
 * for HEIC: with only `image/*`, iPhones hand pictures over as JPEG.
 */
export const ACCEPTED: Record<MediumKind, string> = {
  image: 'image/*',
  video: 'video/*,.mkv,.mov',
  audio:
    'audio/mp3,audio/ogg,audio/wav,audio/mpeg,audio/mp4,audio/x-m4a,audio/flac,audio/x-flac,.m4a,.flac,.mp3,.ogg,.opus,.wav',
}

/** Of files whose type a browser doesn't know. */
const KIND_OF_ENDING: Readonly<Record<string, MediumKind>> = {
  avif: 'image',
  heic: 'image',
  heif: 'image',
  webp: 'image',
  m4v: 'video',
  mkv: 'video',
  mov: 'video',
  mp4: 'video',
  webm: 'video',
  flac: 'audio',
  m4a: 'audio',
  mp3: 'audio',
  ogg: 'audio',
  opus: 'audio',
  wav: 'audio',
}

/** What a file is by its type, or else its name; null: nothing that a post shows. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): MediumKind | null {
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind
  if (type !== '' && type !== 'application/octet-stream') return null
  return KIND_OF_ENDING[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null
}

/** Pictures as iPhones take them. Some browsers can show them, and not all know their type. */
export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || (kindOf({ type, name }) === 'image' && /\.hei[cf]$/i.test(name))
}

/** Why this browser can't show a picture, by what its bytes begin as. */
export async function pictureFault(file: Blob): Promise<string> {
  const head = await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()
  const type = pictureTypeOf(new Uint8Array(head))
  if (type === null) return mediaMessages.notAnImage
  return type === 'HEIC' ? mediaMessages.heicNotReadable : damagedPictureText(type)
}
