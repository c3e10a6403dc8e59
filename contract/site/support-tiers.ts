export interface SupportTier {
  id: 'basic' | 'pro' | 'premium'
  name: string
  /** The platform's share of each payment, in percent. */
  percent: number
  /** The former percentage; shown struck through. */
  originalPercent?: number
  description: string
  features: readonly string[]
}

/**
 * The three cards of the front page. Their percentages are those of the platform plans, which a test checks where the
 * plans are defined.
 */
export const SUPPORT_TIERS: readonly SupportTier[] = [
  {
    id: 'basic',
    name: 'Basic',
    percent: 5,
    description: 'Perfect for new creators starting their journey',
    features: [
      'Access to exclusive posts',
      'Join community discussions',
      'Monthly live Q&A sessions',
      'Early access to content',
    ],
  },
  {
    id: 'pro',
    name: 'Pro',
    percent: 10,
    description: 'For dedicated fans who want more interaction',
    features: [
      'All Basic features',
      'Behind-the-scenes content',
      'Private Discord access',
      'Monthly virtual meetups',
      'Exclusive merchandise',
    ],
  },
  {
    id: 'premium',
    name: 'Premium',
    percent: 25,
    originalPercent: 30,
    description: 'The ultimate supporter experience',
    features: [
      'All Pro features',
      'One-on-one mentoring sessions',
      'Custom content requests',
      'Credits in projects',
      'Exclusive workshops',
      'Priority support',
    ],
  },
]
