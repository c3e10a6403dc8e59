import type { MediumKind } from '#contract/media/rules.ts'
import { plural } from '#contract/plural.ts'

const NOUNS: Record<MediumKind, string> = { image: 'picture', video: 'video', audio: 'audio' }

/** The texts of the field for a picture, video, audio or link. */
export const uploaderTexts = {
  title: 'Picture, video or audio',
  add: {
    group: 'Add',
    image: 'Add Image',
    video: 'Add Video',
    audio: 'Add Audio',
    link: 'Add a video link',
    help: 'One per post, up to 500 MB. Pictures are shown at up to 2,160 pixels across.',
  },
  alt: {
    question: 'What does the picture show?',
    help: "Optional: a sentence for people who can't see it, such as “Asha at the piano, a cat on the lid”.",
  },
  describe: {
    title: 'Describe the picture',
    help: 'A sentence for people who can’t see it.',
    label: 'Description',
    done: 'Done',
  },
  stopped: 'The upload stopped.',
  captions: {
    title: 'Captions',
    add: 'Add captions',
    file: 'Caption file',
    help: 'A WebVTT file (.vtt). Many people watch without sound.',
    remove: (language: string) => `Remove the captions in ${language}`,
    tooLarge: 'Please use captions of at most 1 MB.',
    notRemoved: 'The captions could not be removed.',
  },
  link: {
    label: 'Video link',
    placeholder: 'https://',
    help: 'YouTube, Vimeo or Twitch.',
    found: (video: string) => `${video}, shown in your post.`,
    remove: 'Remove the link',
  },
  preview: (fileName: string) => `Preview of ${fileName}`,
  uploading: 'Uploading',
  pause: 'Pause',
  resume: 'Resume',
  progress: (sent: string, total: string) => `${sent} of ${total}`,
  progressAndPace: (sent: string, total: string, sizeEachSecond: string, timeLeft: string) =>
    `${sent} of ${total}, ${sizeEachSecond}/s, ${timeLeft}`,
  size: {
    bytes: (count: number) => plural(count, { one: '{n} byte', other: '{n} bytes' }),
    kilobytes: (count: number) => `${count} KB`,
    megabytes: (figure: string) => `${figure} MB`,
    gigabytes: (figure: string) => `${figure} GB`,
  },
  timeLeft: {
    moments: 'a few seconds left',
    seconds: (count: number) =>
      plural(count, { one: 'about {n} second left', other: 'about {n} seconds left' }),
    minutes: (count: number) =>
      plural(count, { one: 'about a minute left', other: 'about {n} minutes left' }),
    hours: (count: number) => plural(count, { one: 'about an hour left', other: 'about {n} hours left' }),
  },
  paused: "Paused. What you've uploaded so far is kept for a day.",
  connecting: 'Waiting for the connection. The upload continues automatically.',
  connectionLost: 'The connection dropped, but nothing is lost. Resume when you are back online.',
  sendFailed: 'This file could not be sent. Please try again.',
  gone: 'This file is no longer there. Please add it again.',
  checking: 'Checking your file',
  interrupted:
    'The upload stopped before it was done. Choose the same file again to continue where it stopped.',
  chooseAgain: 'Choose the file again',
  ready: 'Ready.',
  readyMore: 'Ready. Smaller versions for slow connections are still being made.',
  preparing: 'Being prepared for playback. You can publish now; the post goes out as soon as it is ready.',
  preparingLabel: 'Preparing',
  playsNowhere:
    'Most browsers cannot play this file as it is. An MP4 (H.264 with AAC) or an MP3 plays everywhere.',
  removeQuestion: (kind: MediumKind) => `Remove this ${NOUNS[kind]}?`,
  removeBody: 'The uploaded copy is deleted. The file on your device stays.',
  removeConfirm: 'Yes, remove it',
  removeCancel: 'No, keep it',
  removeLabel: (kind: MediumKind) => `Remove the ${NOUNS[kind]}`,
  /** While the dialog is closed. */
  news: {
    goesOn: 'Your upload continues while this page is open.',
    arrived: "Your upload is complete. It's in your draft.",
    stopped: 'Your upload stopped. Open your draft to continue.',
  },
  announce: {
    started: (name: string) => `Uploading ${name}`,
    percent: (percent: number) => `${percent} percent uploaded`,
    paused: 'Upload paused',
  },
} as const
