import type { FastifyInstance } from 'fastify'

import type { Implementation } from './http/implement.ts'
import type { SessionReader } from './http/register-routes.ts'
import type { Job } from './jobs/define-job.ts'
import type { EachSecond } from './jobs/each-second.ts'
import type { EventReaction } from './jobs/events.ts'
import type { OwnDataPart } from './own-data.ts'
import type { Platform } from './platform.ts'
import type { Topic } from './realtime/topic.ts'

/** What a domain adds to the app, declared in its `domain.ts`. Whatever was made but isn't declared fails the start. */
export interface Domain {
  /** Its calls of the contract. */
  implementations?: readonly Implementation[]
  jobs?: readonly Job[]
  /** What each node looks after every second. */
  eachSecond?: readonly EachSecond[]
  /** What it does about events of earlier domains, and its own. */
  reactions?: readonly EventReaction[]
  /** What it removes once an account is erased. */
  erasure?: EventReaction
  /** What it keeps about a person, for them to take along. */
  ownData?: readonly OwnDataPart[]
  /** What browsers may follow while a page is open. */
  topics?: readonly Topic[]
  /** Everything that it serves besides calls of the contract. */
  mount?: (app: FastifyInstance, platform: Platform, sessions: SessionReader) => void
  /** Sites whose pages ours may show in frames. */
  frameOrigins?: readonly string[]
  /** Pages below these may use camera, microphone and screen, and encode what they film. */
  filmingPaths?: readonly string[]
}
