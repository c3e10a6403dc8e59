/** The product's texts around pictures, video and audio; the spec's sentences verbatim. */
export const mediaMessages = {
  tooLarge: 'Max file size is 500MB',
  pictureTooLarge: 'Max file size is 10MB',
  oneMediumOnly: 'A post holds one picture, video or audio file at a time.',
  notAnImage: 'Please choose a JPEG, PNG, WebP, AVIF or GIF image.',
  notAVideo: 'This is not a video we can read. Please choose an MP4, MOV, WebM or MKV file.',
  notAnAudio: 'This is not an audio file we can read. Please choose an MP3, M4A, OGG, WAV or FLAC file.',
  heicNotReadable:
    'We could not read this HEIC picture. Please save it as a JPEG and choose that. On an iPhone, Settings > Camera > Formats > Most Compatible takes new pictures as JPEG.',
  tooManyPixels: 'This picture is too large: please choose one of at most 50 megapixels.',
  sideTooLong: 'This picture is too long on one side: please choose one of at most 16,383 pixels a side.',
  notPrepared: 'This file could not be prepared for playing. Please try another one.',
  notReadable: 'We could not read this file. Please try another one.',
  setAside: 'We tried three times to prepare this file and could not. Please try another one.',
  onlyOriginal: 'We could not make versions of this file for slow connections. It plays as you uploaded it.',
  captionsNotReadable: 'We could not read these captions. Please try another file.',
  infected: 'A virus was found in this file, so we deleted our copy.',
  tooLargeToScan: 'This file is too large to be checked for viruses, so it cannot be offered.',
  lost: 'This file was lost. Please upload it again.',
  mediumAsText: 'Please send the file itself, or the link of a video on YouTube, Vimeo or Twitch.',
  linkNotKnown: 'Please use the link of a video on YouTube, Vimeo or Twitch.',
} as const

/** `type`: what it is, such as JPEG. */
export function damagedPictureText(type: string): string {
  return `This ${type} picture is damaged or incomplete, so it cannot be read. Please save or export it again, or choose another one.`
}

/** In what the files that we made of somebody's file differ from it, for that person to read. */
export const madeNotes = {
  fromHeic: 'It was converted from HEIC, which many browsers cannot show.',
  tooLongToMove:
    'It does not move: its frames are too large or too many, so only the first one is shown. Please upload it as a video, or make it shorter or smaller.',
  typeStands:
    'It does not move: animations of this type are shown as their first frame. Please upload it as a GIF, a WebP or a video.',
  smallerAnimation: 'It is shown smaller than it is, so that it loads quickly and moves.',
  shortened: 'Only its first six hours can be played.',
  noSound: 'It is played without sound: its sound is of a kind that we cannot read.',
  otherSound:
    'Its first sound track is of a kind that we cannot read, so the first one that we can read is played.',
  oneSound: 'It has several sound tracks, and the first one is played.',
  stereo: 'Its sound is played in stereo.',
  fromHdr: 'Its HDR colours were converted for screens without HDR.',
  fewerFrames: 'It is played with up to 30 frames a second.',
  smallerVideo: 'It is played at a lower resolution than it has.',
} as const

/** About the space for a creator's files; sizes are written by `storageText`. */
export const storageMessages = {
  /** The space used, the space allowed, and the size of the new file. */
  usedUp: (used: string, allowed: string, file: string) =>
    `You use ${used} of your ${allowed}, so there is no room for these ${file}. Delete files or posts you no longer need, then try again.`,
  use: (used: string, allowed: string) => `${used} of ${allowed} used`,
} as const

/** What an embedded video is called. */
export const embedTexts = {
  youtube: 'YouTube video',
  vimeo: 'Vimeo video',
  twitchClip: 'Twitch clip',
  twitchVideo: 'Twitch video',
  twitchStream: (channel: string) => `Twitch stream of ${channel}`,
} as const
