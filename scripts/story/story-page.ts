import type { StoryFile, StoryMedium } from './media.ts'
import type { PersonKey } from './people.ts'
import type { PictureName } from './pictures.ts'
import type { StoryTalk } from './talk.ts'

export interface StoryPost {
  /** Parts of days are hours. */
  daysAgo: number
  /** Which plan it is for; absent: free. */
  plan?: string
  /** For a plan now, and for everyone after so many days. */
  opensInDays?: number
  title?: string
  /** What people are told who can't read it. */
  teaser?: string
  html: string
  cover?: PictureName
  media?: readonly StoryMedium[]
  files?: readonly StoryFile[]
  isPinned?: boolean
  /** What it asks below its text. */
  poll?: StoryPoll
  /** How many like it. */
  likes?: number
  /** The title of the collection it is in. */
  collection?: string
}

/** A poll that ends that many days after its post went out; `votes`: how many readers chose each option. */
export interface StoryPoll {
  question: string
  options: readonly string[]
  votes: readonly number[]
  endsAfterDays: number
}

/** What isn't out yet: a draft, or a post that goes out by itself. */
export interface StoryDraft {
  title: string
  html: string
  plan?: string
  cover?: PictureName
  goesOutInDays?: number
}

export interface StoryPage {
  owner: PersonKey
  handle: string
  pageName: string
  headline: string
  bannerTitle: string
  bannerSubtitle: string
  topics: string[]
  about: string
  links: string[]
  showsCounts: boolean
  platformPlan: 'Basic' | 'Pro' | 'Premium'
  banner: PictureName
  portrait: PictureName
  /** How many follow it, besides its members. */
  followers: number
  plans: { name: string; priceCents: number; description: string; isRecommended?: true }[]
  /** Posts of each are read in the order they came out. */
  collections: { title: string; description: string }[]
  posts: readonly StoryPost[]
  drafts: readonly StoryDraft[]
  /** What people say to each other. */
  talk: StoryTalk
}
