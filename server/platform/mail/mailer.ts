import type { Transporter } from 'nodemailer'
import * as z from 'zod/mini'

import { refuseInTransaction } from '../db/transaction.ts'
import { RESTORED_COPY } from '../restored-copy.ts'

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The address at which mails like this one are ended with one click (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Mailer {
  /** Hands a mail to the SMTP server; rejects if it wasn't accepted. `id` becomes its Message-ID. For the outbox alone. */
  send(mail: Mail, id: string): Promise<void>
  close(): void
}

const SMTP_TIMEOUT_MS = 10_000

/** Speaks SMTP, to the local mailbox as to any server. */
export function createMailer(options: {
  smtpUrl: string
  from: string
  domain: string
  /** In a restored copy. */
  isSilent?: boolean
}): Mailer {
  const url = new URL(options.smtpUrl)
  const connect = async () => {
    const { default: nodemailer } = await import('nodemailer')
    return nodemailer.createTransport({
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      secure: url.protocol === 'smtps:',
      ...(url.username
        ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
        : {}),
      pool: true,
      maxConnections: 2,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      // Text that came from users is data: no attachment by path or address can be smuggled in.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // Loaded for the first mail.
  let transport: Promise<Transporter> | null = null
  return {
    async send(mail, id) {
      refuseInTransaction('The mail server')
      if (options.isSilent) throw new Error(`The mail is not sent: ${RESTORED_COPY}`)
      const { to, subject, text, html, unsubscribeUrl } = mail
      const headers = unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      transport ??= connect()
      const opened = await transport
      await opened.sendMail({
        from: options.from,
        messageId: `<${id}@${options.domain}>`,
        to,
        subject,
        text,
        html,
        ...(headers ? { headers } : {}),
      })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

const recipientRefusal = z.object({
  code: z.literal('EENVELOPE'),
  responseCode: z.number().check(z.gte(500)),
})

/** Whether a mail server said that it will never deliver to this address, so that retrying is pointless. */
export function isRecipientRefused(error: unknown): boolean {
  return recipientRefusal.safeParse(error).success
}
