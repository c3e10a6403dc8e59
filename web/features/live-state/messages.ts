import type { LiveState } from '#contract/live/rules.ts'

/** What a live session is at the moment, and the question before one starts early. */
export const liveStateTexts = {
  startEarly: {
    title: 'Start this session now?',
    body: (planned: string) =>
      `It is planned for ${planned}. If you start now, you are live right away, and people who come at that time will miss it.`,
    confirm: 'Start now',
  },
  remind: 'Remind me',
  reminded: 'Reminder on',
  notDone: 'That didn’t work. Please try again.',
  scheduled: 'Planned',
  open: 'Waiting room open',
  live: 'Live now',
  ended: 'Ended',
  cancelled: 'Cancelled',
  missed: 'Didn’t take place',
} as const satisfies Record<LiveState, string> &
  Record<'startEarly' | 'remind' | 'reminded' | 'notDone', unknown>
