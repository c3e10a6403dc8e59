import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { WriteBehind } from './db/write-behind.ts'
import type { Limits } from './http/limits.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { OidcClient } from './oidc/client.ts'
import type { Processes } from './process-pool/open-processes.ts'
import type { PushClient } from './push/push-client.ts'
import type { RazorpayClient } from './razorpay/client.ts'
import type { RestoredCopy } from './restored-copy.ts'
import type { Storage } from './storage/storage.ts'

/** Everything a domain may need from the outside world. Built once in main.ts, or by a test. */
export interface Platform {
  config: Config
  database: Database
  clock: Clock
  mailer: Mailer
  razorpay: RazorpayClient
  oidc: OidcClient
  storage: Storage
  limits: Limits
  /** For notes made while reading; written when it closes, at the latest. */
  writeBehind: WriteBehind
  processes: Processes
  push: PushClient
  log: Log
  /** This is a restored copy, which moves no money and sends nothing; null: it isn't. */
  restoredCopy: RestoredCopy | null
  /** Signs media addresses and mail links. */
  secretKey: string
}
