import { startSmtpInbox } from '#sandbox/mailbox/smtp.ts'

export interface MailServer {
  /** What nodes need to know of it. */
  env: { SMTP_URL: string }
  close: () => Promise<void>
}

/** Takes every mail. Without one, nodes would try the mails of a whole platform again and again: 200 a second, in a rehearsal. */
export async function startMailServer(): Promise<MailServer> {
  const inbox = await startSmtpInbox('127.0.0.1', 0, () => Promise.resolve())
  return { env: { SMTP_URL: `smtp://127.0.0.1:${inbox.port}` }, close: () => inbox.close() }
}
