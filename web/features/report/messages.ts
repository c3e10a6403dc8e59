import type { ReportReason, TargetKind } from '#contract/enforcement/rules.ts'

/** The texts of reporting something, wherever it is done. */
export const reportTexts = {
  report: 'Report…',
  more: 'More about this post',
  titles: {
    message: 'Report this message',
    post: 'Report this post',
    page: 'Report this page',
    person: 'Report this person',
  } satisfies Record<TargetKind, string>,
  hint: 'Nobody learns that it was you.',
  reason: 'What’s wrong?',
  help: {
    spam: 'Advertising, tricks, the same thing again and again',
    harassment: 'Insults, threats, private details of others',
    hate: 'Against people for who they are, or calls for violence',
    nudity: 'Where it isn’t marked for adults, or isn’t allowed at all',
    impersonation: 'A person or a brand that they aren’t',
    rights: 'Something that belongs to you or somebody else',
    other: 'It breaks the rules of this page or of Cheers',
    illegal: 'Goes to us at once',
    intimate: 'Out of sight at once, until we have looked at it',
    child: 'Out of sight at once, until we have looked at it',
  } satisfies Record<ReportReason, string>,
  text: 'Anything we should know?',
  optional: 'Optional',
  reasonMissing: 'Choose what’s wrong.',
  send: 'Send report',
  cancel: 'Cancel',
  close: 'Done',
  notSent: 'The report could not be sent. Please try again.',
  thanks: {
    title: 'Thank you for telling us',
    page: 'The creator of this page and the moderators look at it.',
    operator: 'Somebody at Cheers looks at it.',
    held: 'Until then, nobody else can see it.',
    due: (day: string) => `It will be decided by ${day}, and we tell you how.`,
    confidential: 'Your report is confidential. Nobody learns who sent it.',
    decided: 'You reported this before, and it has been decided. You find the outcome in your reports.',
    own: 'See your reports',
  },
} as const
