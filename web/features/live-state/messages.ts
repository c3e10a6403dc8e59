import { formatList } from '#contract/lists.ts'
import type { LiveState } from '#contract/live/rules.ts'
import { plural } from '#contract/plural.ts'

/** What a live session is at the moment, who is live, and what is looked at before one starts. */
export const liveStateTexts = {
  isLive: (pageName: string) => `${pageName} is live now`,
  /** Two or more. */
  areLive: (pageNames: readonly string[]) => {
    const [first = ''] = pageNames
    if (pageNames.length === 2) return `${formatList([...pageNames], 'conjunction')} are live now`
    return plural(pageNames.length - 1, {
      one: `${first} and {n} other are live now`,
      other: `${first} and {n} others are live now`,
    })
  },
  watch: 'Watch',
  preflight: {
    title: 'Ready to go live?',
    openTitle: 'Open the waiting room now?',
    openBody: 'Once it is open, you are live as soon as your software sends a picture.',
    confirm: 'Start now',
    open: 'Open the waiting room',
    audience: 'Who can come',
    time: 'When',
    planned: (start: string) => `Planned for ${start}`,
    early: (start: string) => `Planned for ${start}. Start now?`,
    earlyHelp: 'People who come at that time will miss it.',
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
  Record<'isLive' | 'areLive' | 'watch' | 'preflight' | 'remind' | 'reminded' | 'notDone', unknown>
