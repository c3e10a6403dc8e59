/** The texts around a picture, a video or audio. */
export const mediaTexts = {
  preparing: {
    image: 'Preparing this picture',
    video: 'Preparing this video',
    audio: 'Preparing this audio',
  },
  preparingHelp: 'It appears here automatically as soon as it can be played.',
  notLoaded: {
    image: 'This picture could not be loaded.',
    video: 'This video could not be played.',
    audio: 'This audio could not be played.',
  },
  /** `alt` may be empty. */
  enlarge: (alt: string) => (alt === '' ? 'Show the picture large' : `Show the picture large: ${alt}`),
  gone: 'This is no longer available to you.',
  tryAgain: 'Try again',
  openFile: 'Open the file',
  broken: 'This file could not be prepared, so nobody can see it.',
  inPost: {
    video: (pageName: string) => `Video in a post by ${pageName}`,
    audio: (pageName: string) => `Audio in a post by ${pageName}`,
  },
  embed: {
    play: (video: string) => `Play the ${video}`,
    shownBy: (provider: string) => `It plays from ${provider}, which will know that you watched it.`,
    notLoaded: (provider: string) => `The video on ${provider} could not be loaded.`,
    watchThere: (provider: string) => `Watch it on ${provider}`,
    frame: (video: string, pageName: string) => `${video} in a post by ${pageName}`,
  },
  /** The media in a locked post. */
  kind: { image: 'Picture', video: 'Video', audio: 'Audio' },
  withDuration: (kind: string, duration: string) => `${kind}, ${duration}`,
  duration: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
} as const
