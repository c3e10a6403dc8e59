/** The texts of the public pages; the spec's sentences verbatim. */
export const siteMessages = {
  headline: 'Transform Your Passion Into a Thriving Business',
  subText: 'Join a community of successful creators who are building sustainable income streams.',
  tagline: 'Empowering creators to build sustainable businesses and meaningful connections.',
  logIn: 'Log in',
  create: 'Create on Cheers',
  startCreating: 'Start Creating Today',
  subscribe: 'Subscribe',
  customPlan: 'Need a custom plan? We offer per-creation pricing models too!',
  customPricing: 'Contact Us for Custom Pricing',
} as const

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

export const SUPPORT_HOURS = 'Monday to Friday, 10 AM to 6 PM IST'
