import { formatMoment } from '#contract/dates.ts'
import type { StreamFault } from '#contract/live/stream-key-routes.ts'
import { plural } from '#contract/plural.ts'

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
  nothingHelp:
    'Start streaming in your software; it appears here within a few seconds. If it can’t connect, check that server and key are those shown here.',
  startsIt:
    'Start streaming in your software and the session is live: people see you a few seconds later. Its server and key are under “Streaming software”.',
  lost: 'Nothing comes in any more',
  lostHelp: (minutes: number) =>
    plural(minutes, {
      one: 'Start streaming in your software again, and it continues here. After {n} minute without a picture the session ends by itself.',
      other:
        'Start streaming in your software again, and it continues here. After {n} minutes without a picture the session ends by itself.',
    }),
  preview: 'Preview: nobody else sees it',
  previewHelp: 'Your software is connected. It is shown once this session’s waiting room is open.',
  clips: 'Preview of what your software sends',
  clipsSoon: 'The picture appears here in a few seconds.',
  hear: 'Turn sound on',
  hush: 'Turn sound off',
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
  faults: {
    wrong_key: {
      title: 'A stream key was refused',
      body: 'Software on your connection sent a key that isn’t valid. Copy the whole key into it, without spaces. If you no longer have it, make a new one.',
    },
    picture_format: {
      title: 'Set the video encoder to H.264',
      body: 'Your software sent another format, such as HEVC or AV1, which not every browser plays. In OBS: Settings, Output, Video Encoder.',
    },
    picture_colours: {
      title: 'Set the colour format to NV12',
      body: 'Your software sent more colours than every browser can show. In OBS: Settings, Advanced, Color Format “NV12”; and Settings, Output, Profile “high”.',
    },
    picture_size: {
      title: 'Make the picture smaller',
      body: 'It can be 1920 × 1080 at most. In OBS: Settings, Video, Output (Scaled) Resolution.',
    },
    sound_format: {
      title: 'Set the audio encoder to AAC',
      body: 'Your software sent sound in another format. In OBS: Settings, Output, Audio Encoder.',
    },
    too_much: {
      title: 'Lower the bitrate',
      body: 'Your software sent more than 16 Mbit/s and was cut off. Set it to 4 to 6 Mbit/s; in OBS: Settings, Output, Video Bitrate, 4000 to 6000 Kbps.',
    },
    clock: {
      title: 'Start the stream again',
      body: 'Your software sent faster than time passes and was cut off. If it plays a file, set it to play at normal speed.',
    },
    restarts: {
      title: 'Your software keeps starting over',
      body: 'It changed its settings or its clock more than ten times in a minute and was cut off. Stop the stream, wait a moment and start it again.',
    },
  } satisfies Record<StreamFault, { title: string; body: string }>,
  advice: {
    title: 'Your software could do better',
    more: (count: number) =>
      plural(count, {
        one: '{n} more hint is under “Streaming software”.',
        other: '{n} more hints are under “Streaming software”.',
      }),
    keyframes: (value: string) =>
      `Keyframes are ${value} s apart. Set the keyframe interval to 2 seconds, or people who join wait that long for a picture.`,
    fast: 'The bitrate is above 8 Mbit/s, which many people’s connections can’t keep up with. 4 to 6 Mbit/s is enough for 1080p.',
    slow: 'The bitrate is very low, so the picture will look blurred. 2.5 to 6 Mbit/s is usual.',
    silent: 'No sound is coming in. Check the microphone in your software.',
  },
} as const
