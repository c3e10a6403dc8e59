import * as z from 'zod/mini'

import type { Config } from '../config.ts'
import type { Db } from '../db/query.ts'
import { decrypt, encrypt } from '../encryption.ts'
import { newId } from '../ids.ts'
import { defineJobInPhases, enqueue, enqueueEach, type Job } from '../jobs/define-job.ts'
import type { Platform } from '../platform.ts'
import type { Mail } from './mailer.ts'
import { isRecipientRefused } from './mailer.ts'

/*
 * Mails are written into the queue by the transaction that causes them, and sent one by one by a job of their own,
 * which holds no transaction while the mail server answers. They are encrypted there: their links sign people in.
 */

const PAYLOAD = z.object({
  id: z.string(),
  /** JSON of a {@link Mail}, encrypted, in base64. */
  mail: z.string(),
  isForSuspended: z.boolean(),
})

const DEFINITION = { name: 'mail.send', payload: PAYLOAD, maxAttempts: 25, reachesOut: true }

type Keys = Pick<Platform, 'secretKey'> & { config: Pick<Config, 'previousSecretKey'> }

function contextOf({ secretKey, config }: Keys, id: string) {
  return { secretKey, previousSecretKey: config.previousSecretKey, purpose: 'mail', owner: id }
}

/**
 * Writes a mail into the queue as part of the caller's transaction: it is sent exactly if that commits.
 * `isForSuspended`: it also reaches an account that is suspended by the time it is sent.
 */
export async function enqueueMail(
  db: Db,
  platform: Keys,
  mail: Mail,
  { isForSuspended = false }: { isForSuspended?: boolean } = {},
): Promise<void> {
  await enqueue(db, sending, payloadOf(platform, mail, isForSuspended))
}

/** The same for many mails of news, in one statement; they go out behind everything else. */
export async function enqueueMails(db: Db, platform: Keys, mails: readonly Mail[]): Promise<void> {
  const payloads = mails.map((mail) => payloadOf(platform, mail, false))
  await enqueueEach(db, sending, payloads, { isBehind: true })
}

function payloadOf(platform: Keys, mail: Mail, isForSuspended: boolean) {
  const id = newId(new Date())
  const bytes = encrypt(JSON.stringify(mail), contextOf(platform, id))
  return { id, mail: bytes.toString('base64'), isForSuspended }
}

/** Only its name and attempts matter when a mail is queued. */
const sending = defineJobInPhases(DEFINITION, () => Promise.reject(new Error('Not the job that sends mails')))

/**
 * The job that sends one mail. It is retried for about three days; a mail that the mail server refuses for its
 * recipient is dropped. If the process dies between the mail server's yes and our note of it, the mail is sent again
 * with the same Message-ID, by which mail programs recognise it. `mayReceive` is called right before.
 */
export function defineMailJob(mayReceive: (db: Db, address: string) => Promise<boolean>): Job {
  return defineJobInPhases(DEFINITION, async (inTransaction, { id, mail, isForSuspended }, { platform }) => {
    const letter = JSON.parse(decrypt(Buffer.from(mail, 'base64'), contextOf(platform, id))) as Mail
    const isWanted = isForSuspended || (await inTransaction((db) => mayReceive(db, letter.to.address)))
    if (!isWanted) return
    try {
      await platform.mailer.send(letter, id)
    } catch (error) {
      if (!isRecipientRefused(error)) throw error
      platform.log.warn(
        { err: error, mail: id },
        'the mail server refused the recipient; the mail is dropped',
      )
    }
  }) as Job
}
