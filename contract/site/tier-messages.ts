/** The cards of the front page: what each promises, by the name of the promise. */
export const tierTexts = {
  basic: { name: 'Basic', description: 'Perfect for new creators starting their journey' },
  pro: { name: 'Pro', description: 'For dedicated fans who want more interaction' },
  premium: { name: 'Premium', description: 'The ultimate supporter experience' },
} as const

/** The sentences on the cards. */
export const tierFeatureTexts = {
  posts: 'Access to exclusive posts',
  community: 'Join community discussions',
  questions: 'Monthly live Q&A sessions',
  earlyAccess: 'Early access to content',
  allOfBasic: 'All Basic features',
  behindTheScenes: 'Behind-the-scenes content',
  discord: 'Private Discord access',
  meetups: 'Monthly virtual meetups',
  merchandise: 'Exclusive merchandise',
  allOfPro: 'All Pro features',
  mentoring: 'One-on-one mentoring sessions',
  requests: 'Custom content requests',
  credits: 'Credits in projects',
  workshops: 'Exclusive workshops',
  support: 'Priority support',
} as const
