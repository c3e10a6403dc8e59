import type { MediumKind } from '#contract/media/rules.ts'

const NOUNS: Record<MediumKind, string> = { image: 'picture', video: 'video', audio: 'audio' }

/** What the uploader says. */
export const uploadTexts = {
  uploading: 'Uploading',
  paused: 'Paused. What has arrived is kept for a day.',
  connecting: 'Waiting for the connection. It goes on by itself.',
  connectionLost: 'The connection was lost. Nothing is lost: resume when you are back online.',
  sendFailed: 'This file could not be sent. Please try again.',
  gone: 'This file is not there any more. Please add it again.',
  checking: 'Looking at your file',
  interrupted:
    'The upload stopped before it was done. Choose the same file again, and it goes on where it stopped.',
  chooseAgain: 'Choose the file again',
  ready: 'Ready.',
  readyMore: 'Ready. Smaller versions for slow lines are still being made.',
  preparing: 'Being prepared for playing. You can publish now; the post goes out as soon as it is ready.',
  playsNowhere:
    'Most browsers cannot play this file as it is. An MP4 (H.264 with AAC) or an MP3 plays everywhere.',
  removeQuestion: (kind: MediumKind) => `Remove this ${NOUNS[kind]}?`,
  removeBody: 'What was uploaded is deleted. The file on your device stays.',
  removeLabel: (kind: MediumKind) => `Remove the ${NOUNS[kind]}`,
  /** While the dialog is closed. */
  news: {
    goesOn: 'Your upload goes on while this page is open.',
    arrived: 'Your upload is complete. It waits in your draft.',
    stopped: 'Your upload stopped. Open your draft to go on.',
  },
  announce: {
    started: (name: string) => `Uploading ${name}`,
    percent: (percent: number) => `${percent} percent uploaded`,
    paused: 'Upload paused',
  },
} as const
