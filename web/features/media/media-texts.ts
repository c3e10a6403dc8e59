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
  broken: 'This file could not be prepared, so nobody can see it.',
} as const
