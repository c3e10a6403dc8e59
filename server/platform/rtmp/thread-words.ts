import type { SenderFault } from './limits.ts'
import type { IncomingFacts } from './publication.ts'

/** What the server and the thread tell each other; `connection` numbers the thread's connections. */
export type FromThread =
  | { kind: 'listening'; port: number }
  | { kind: 'key'; connection: number; key: string; address: string }
  | {
      kind: 'init'
      connection: number
      bytes: Uint8Array<ArrayBuffer>
      mime: string
      width: number
      height: number
    }
  | {
      kind: 'segment'
      connection: number
      bytes: Uint8Array<ArrayBuffer>
      durationMs: number
      isKeyframeFirst: boolean
    }
  | { kind: 'facts'; connection: number; facts: IncomingFacts }
  | { kind: 'end'; connection: number; reason: string; fault: SenderFault | null }

export type ToThread =
  /** The owner, of whom only the newest connection stays; null: no such key. */
  | { kind: 'answer'; connection: number; owner: string | null }
  /** A segment was stored. */
  | { kind: 'taken'; connection: number }
  /** What follows is a new beginning, from the next keyframe on. */
  | { kind: 'begin'; connection: number }
  | { kind: 'cut'; connection: number }

export interface ThreadSettings {
  host: string
  port: number
  /** Files of a certificate and its key; null: without TLS. */
  tls: { certFile: string; keyFile: string } | null
}
