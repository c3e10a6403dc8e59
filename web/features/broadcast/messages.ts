import type { CaptureProblem, Inability } from './ability.ts'
import type { Size } from './sizes.ts'

/** The texts around a broadcast from the browser. */
export const broadcastTexts = {
  title: 'Your picture',
  preview: 'Preview of what viewers see',
  loading: 'Getting the camera ready',
  loadingHelp: 'If the browser asks, allow the camera and the microphone.',
  setUpTitle: 'Show yourself',
  setUp: 'Use camera and microphone',
  setUpHelp: 'Nobody sees you until you go live.',
  notOnAir: 'Nothing is sent from this page.',
  goLive: 'Go live',
  goOn: 'Go back on air',
  starting: 'Going live',
  onAir: 'On air',
  ending: 'Ending',
  offAir: 'Preview',
  camera: 'Camera',
  microphone: 'Microphone',
  unnamed: (kind: string, place: number) => `${kind} ${place}`,
  size: 'Quality',
  sizes: {
    saver: 'Low data, 480p',
    standard: 'Standard, 720p',
    high: 'High, 1080p',
  } satisfies Record<Size, string>,
  sizeOnAir: 'Quality stays as it is while you’re on air.',
  devices: 'Devices',
  /** Read aloud after it. */
  qualityToo: 'and quality',
  level: 'Microphone level',
  share: 'Share screen',
  stopSharing: 'Stop sharing',
  mute: 'Mute',
  unmute: 'Unmute',
  /** Read aloud after these. */
  microphoneToo: 'microphone',
  isMuted: 'Your microphone is muted.',
  quiet: 'Nothing to hear yet. Is the right microphone chosen?',
  viewers: { one: '{n} viewer', other: '{n} viewers' },
  bitrate: (megabits: string) => `${megabits} Mbit/s`,
  line: {
    steady: 'The connection is good.',
    slow: 'Your connection is slower than the picture, so viewers see you later. Choose a lower quality next time, or come closer to your router.',
    lost: 'The connection is lost. We keep the last 30 seconds and continue as soon as it is back.',
  },
  failed: 'The broadcast could not start. Please try again.',
  stuck: 'Your browser isn’t encoding your picture. Reload this page, then go live again.',
  stopped: 'The broadcast stopped. Please go back on air.',
  tryAgain: 'Try again',
  inability: {
    no_capture: {
      title: 'This browser can’t use a camera here',
      body: 'Open this page over https in a current version of Chrome, Edge, Safari or Firefox.',
    },
    no_encoder: {
      title: 'This browser can’t broadcast',
      body: 'Use a current version of Chrome, Edge or Safari. Questions, chat and polls work here all the same.',
    },
  } satisfies Record<Inability, { title: string; body: string }>,
  problems: {
    refused: {
      title: 'The browser may not use your camera or microphone',
      body: 'Allow both for this site in the browser’s address bar, then try again.',
    },
    no_device: {
      title: 'No camera or microphone found',
      body: 'Connect both, then try again.',
    },
    in_use: {
      title: 'Your camera or microphone is in use',
      body: 'Close the other program that uses it, then try again.',
    },
    failed: {
      title: 'Your camera could not be started',
      body: 'Unplug it and plug it in again, or restart the browser, then try again.',
    },
  } satisfies Record<CaptureProblem, { title: string; body: string }>,
} as const
