import { tierFeatureTexts as texts, tierTexts } from './tier-messages.ts'

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
    name: tierTexts.basic.name,
    percent: 5,
    description: tierTexts.basic.description,
    features: [texts.posts, texts.community, texts.questions, texts.earlyAccess],
  },
  {
    id: 'pro',
    name: tierTexts.pro.name,
    percent: 10,
    description: tierTexts.pro.description,
    features: [texts.allOfBasic, texts.behindTheScenes, texts.discord, texts.meetups, texts.merchandise],
  },
  {
    id: 'premium',
    name: tierTexts.premium.name,
    percent: 25,
    originalPercent: 30,
    description: tierTexts.premium.description,
    features: [
      texts.allOfPro,
      texts.mentoring,
      texts.requests,
      texts.credits,
      texts.workshops,
      texts.support,
    ],
  },
]
