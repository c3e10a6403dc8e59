import type { PersonKey, SupporterKey } from './people.ts'
import type { PictureName } from './pictures.ts'

type Speaker = PersonKey | SupporterKey

/** What somebody wrote. `@ravi` names the person with that key. */
export interface StoryMessage {
  by: Speaker
  daysAgo: number
  text: string
  picture?: { name: PictureName; alt: string }
  /** Who reacted with which emoji. */
  reactions?: Readonly<Record<string, readonly Speaker[]>>
  replies?: readonly StoryMessage[]
}

export interface StoryRoom {
  name: string
  topic: string
  /** Which plan opens it; absent: everyone. */
  plan?: string
  /** Only the creator writes. */
  isForNews?: boolean
  /** The oldest first. */
  messages: readonly StoryMessage[]
}

/** What is said on one page: below its posts, by their titles, and in its rooms. */
export interface StoryTalk {
  comments: Readonly<Record<string, readonly StoryMessage[]>>
  rooms: readonly StoryRoom[]
}
