import { formatMoment } from '#contract/dates.ts'

/** The texts about streaming software: where it sends, its key, and what comes in. */
export const streamKeyTexts = {
  title: 'Streaming software',
  about:
    'In OBS, open Settings, then Stream, choose “Custom…” as the service, and paste these. Once the waiting room is open, your audience sees what you send at once.',
  loading: 'Loading what comes in',
  failed: 'What comes in could not be loaded.',
  notTaken:
    'This server doesn’t take broadcasts from streaming software. Change the session’s video to “From this browser”.',
  server: 'Server',
  key: 'Stream key',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'It could not be copied. Select it and copy it by hand.',
  once: 'Copy the key now: it is shown only this once. Whoever has it can broadcast in your name.',
  none: 'You have no stream key yet.',
  existing: (createdAt: string) =>
    `You have a key, made on ${formatMoment(createdAt)}. It can’t be shown again.`,
  make: 'Make a stream key',
  replace: 'Make a new key',
  replaceTitle: 'Make a new stream key?',
  replaceBody: 'The key you have stops working at once, and a broadcast that uses it ends.',
  cancel: 'Keep the key',
  nothing: 'Nothing comes in',
  nothingHelp: 'Start streaming in your software; it appears here within a few seconds.',
  preview: 'Preview: nobody else sees it',
  previewHelp: 'Your software is connected. It is shown once this session’s waiting room is open.',
  shown: 'On air',
  picture: 'Picture',
  size: (width: number, height: number) => `${width} × ${height}`,
  bitrate: 'Bitrate',
  megabits: (value: string) => `${value} Mbit/s`,
  keyframes: 'Keyframe interval',
  seconds: (value: string) => `${value} s`,
  notKnown: 'Not known yet',
  sound: 'Sound',
  withSound: 'Coming in',
  withoutSound: 'None',
  advice: {
    title: 'Your software could do better',
    keyframes: (value: string) =>
      `Keyframes are ${value} s apart. Set the keyframe interval to 2 seconds, or people who join wait that long for a picture.`,
    fast: 'The bitrate is above 8 Mbit/s, which many people’s connections can’t keep up with. 4 to 6 Mbit/s is enough for 1080p.',
    slow: 'The bitrate is very low, so the picture will look blurred. 2.5 to 6 Mbit/s is usual.',
    silent: 'No sound is coming in. Check the microphone in your software.',
  },
} as const
