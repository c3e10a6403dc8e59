import type { MailMessage, MailSummary } from './message.ts'
import { startSmtpInbox } from './smtp.ts'
import { openMailStore } from './store.ts'
import { type MailboxHandler, createMailboxHandler } from './web.ts'

export interface MailboxOptions {
  /** Mails are stored here as <time>-<id>.eml, the newest 500. */
  directory: string
  /** A loopback address; default 127.0.0.1. */
  host?: string
  /** 0 means any port; so does a port that is taken. */
  port: number
  /** The development clock. */
  now?: () => Date
}

export interface Mailbox {
  /** smtp://localhost:PORT */
  smtpUrl: string
  /** Newest first. */
  list: () => Promise<MailSummary[]>
  get: (id: string) => Promise<MailMessage | null>
  /**
   * Answers /dev/mail, /dev/mail/:id, /dev/mail/:id/html, /dev/mail.json[?to=] and DELETE /dev/mail, and false
   * elsewhere.
   */
  handle: MailboxHandler
  close: () => Promise<void>
}

/** Starts the local mailbox. Anyone who reaches it can read every mail, so never in production. */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { directory, host = '127.0.0.1', port, now = () => new Date() } = options
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The local mailbox does not run in production')
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    throw new Error(`The local mailbox serves loopback only, not ${host}`)
  }
  const store = await openMailStore(directory)
  const deliver = async (source: Buffer) => await store.add(source, now())
  const inbox = await startSmtpInbox(host, port, deliver).catch(async (error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port === 0) throw error
    return await startSmtpInbox(host, 0, deliver)
  })
  return {
    smtpUrl: `smtp://localhost:${inbox.port}`,
    list: async () => {
      const mails = await store.list()
      return mails.map(({ id, from, to, subject, receivedAt }) => ({ id, from, to, subject, receivedAt }))
    },
    get: store.find,
    handle: await createMailboxHandler(store),
    close: inbox.close,
  }
}
