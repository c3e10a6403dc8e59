/** What is read around a picture, a video or a sound. */
export const mediaTexts = {
  preparing: {
    image: 'Preparing this picture',
    video: 'Preparing this video',
    audio: 'Preparing this audio',
  },
  preparingHelp: 'It appears here by itself as soon as it can be played.',
  notLoaded: {
    image: 'This picture could not be loaded.',
    video: 'This video could not be played.',
    audio: 'This audio could not be played.',
  },
  gone: 'This is not available to you any more.',
  tryAgain: 'Try again',
  openFile: 'Open the file',
  broken: 'This file could not be prepared, so nobody can see it.',
  inPost: {
    video: (pageName: string) => `Video in a post by ${pageName}`,
    audio: (pageName: string) => `Audio in a post by ${pageName}`,
  },
  embed: {
    play: (video: string) => `Play the ${video}`,
    shownBy: (provider: string) => `It is shown by ${provider}, which then learns that you watch it.`,
    notLoaded: (provider: string) => `The video at ${provider} could not be loaded.`,
    watchThere: (provider: string) => `Watch it on ${provider}`,
    frame: (video: string, pageName: string) => `${video} in a post by ${pageName}`,
  },
  quality: {
    label: 'Quality',
    auto: 'Best quality',
    saver: 'Data saver',
    sound: 'Sound only',
  },
  player: {
    position: 'Position',
    positionOf: (at: string, duration: string) => `${at} of ${duration}`,
    speed: 'Speed',
    speedNow: (times: number) => `Speed, ${times} times`,
    speedShort: (times: number) => `${times}×`,
    back: (seconds: number) => `Back ${seconds} seconds`,
    forward: (seconds: number) => `Forward ${seconds} seconds`,
    play: 'Play',
    pause: 'Pause',
  },
  /** What a locked post holds. */
  kind: { image: 'Picture', video: 'Video', audio: 'Audio' },
  withDuration: (kind: string, duration: string) => `${kind}, ${duration}`,
  duration: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
} as const
