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
