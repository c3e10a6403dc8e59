import type { LiveSession, Question } from './live-session.ts'

/** What is heard on `live:<id>`, by whoever may come. */
export type LiveEvent =
  | { name: 'live-session.state'; data: Pick<LiveSession, 'state' | 'liveAt' | 'endedAt' | 'replayPath'> }
  /** It was set up differently: it is fetched anew. */
  | { name: 'live-session.changed'; data: object }
  /** The picture came, was lost, or came back. */
  | { name: 'live-session.video'; data: { isOnAir: boolean; hasLost: boolean } }
  | { name: 'present'; data: { present: number } }
  /** As everyone sees it; null: not everyone does, or no longer. */
  | {
      name: 'question'
      data: { _id: string; question: Question | null; asked: number; unshown: number }
    }
  /** However many vote, told once a second. */
  | { name: 'question.votes'; data: { _id: string; votes: number } }
