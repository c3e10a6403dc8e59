/** The product's texts around pictures, video and audio; the spec's sentences verbatim. */
export const mediaMessages = {
  tooLarge: 'Max file size is 500MB',
  pictureTooLarge: 'Max file size is 10MB',
  oneMediumOnly: 'A post holds one picture, video or audio file at a time.',
  notAnImage: 'Please choose a JPEG, PNG, WebP, AVIF or GIF image.',
  notAVideo: 'This is not a video we can read. Please choose an MP4, MOV, WebM or MKV file.',
  notAnAudio: 'This is not an audio file we can read. Please choose an MP3, M4A, OGG, WAV or FLAC file.',
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
