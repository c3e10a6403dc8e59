import { readAloud } from '#contract/rich-text.ts'

/** The front page's texts; its headline, tiers and their calls to action are in contract/site. */
export const homeTexts = {
  /** Beside features that are promised but not there yet. */
  coming: 'Coming',
  pauseBackground: 'Pause the background',
  playBackground: 'Play the background',
  benefits: {
    title: 'What you can do here',
    monetize: {
      title: 'Monetize content with flexible subscription tiers',
      text: 'Name your plans, set your prices, and change them when your work grows.',
    },
    community: {
      title: 'Build a dedicated community of supporters',
      text: 'Your page, your people: what you post reaches everyone who chose to be there.',
    },
    analytics: {
      title: 'Access powerful analytics to grow your audience',
      text: 'See who supports you, what came in, and how much of it is yours, payment by payment.',
    },
  },
  tiers: {
    title: 'Pay as you grow',
    intro:
      'No monthly bill. The percentage is our share of what your supporters pay; you choose it when you open your page.',
    share: (percent: number) => `${percent}%`,
    /** Two figures side by side, the first crossed out; read aloud they are one phrase each. */
    originalShare: (percent: number) => `${readAloud('Originally ')}${percent}%`,
    shareNow: (percent: number) => `${readAloud(', now ')}${percent}%`,
    ofEachPayment: 'of each payment',
  },
  hosting: {
    title: 'A home for your work',
    posts: { title: 'Exclusive Posts', text: 'Text, images, video for paying supporters.' },
    files: {
      title: 'Secure File Uploads',
      text: 'Large files shared with specific tiers or all supporters.',
    },
  },
  engagement: {
    title: 'Close to your supporters',
    community: {
      title: 'Private Community',
      text: 'Discussions among those who are here for your work.',
    },
    messages: { title: 'Direct Messaging', text: 'One-to-one or group.' },
    polls: { title: 'Polls', text: 'Ask, and let supporters decide.' },
    questions: { title: 'Q&A Sessions', text: 'Questions from those who know your work.' },
    livestreams: { title: 'Livestream Integration', text: 'Supporter-only broadcasts.' },
  },
} as const
