import { audienceNames } from '#contract/audiences/messages.ts'

/** The texts of choosing who sees something, and from when. */
export const audienceEditorTexts = {
  who: 'Who can see it',
  reach: audienceNames,
  plans: 'Which plans',
  plansHelp: 'Plans that include these can see it, too.',
  isExact: 'Only exactly these plans',
  ladder: 'Release in stages',
  ladderHelp: 'For example to one plan now, to another in three days, and to everyone later.',
  step: (number: number) => `Step ${number}`,
  removeStep: (number: number) => `Remove step ${number}`,
  addStep: 'Add a step',
  when: 'When it opens',
  begins: {
    publishing: 'When it is published',
    days: 'Some days after publishing',
    date: 'On a date',
  },
  days: 'Days after publishing',
  date: 'Date and time',
  closes: 'Close it again',
  closesAt: 'Closes on',
  summary: 'In short',
} as const
