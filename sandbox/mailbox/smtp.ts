import { once } from 'node:events'
import { callbackify } from 'node:util'

import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerEnvelope,
  type SMTPServerSession,
} from 'smtp-server'

const maxMailBytes = 10 * 1024 * 1024

export interface SmtpInbox {
  port: number
  close: () => Promise<void>
}

/** Takes mail for any recipient without sign-in or TLS; answers "250" only after `deliver` has resolved. */
export async function startSmtpInbox(
  host: string,
  port: number,
  deliver: (source: Buffer) => Promise<void>,
): Promise<SmtpInbox> {
  const server = new SMTPServer({
    name: 'cheers-mailbox',
    banner: 'Local mailbox, nothing leaves this machine',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    closeTimeout: 500,
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      await deliver(await receive(stream, session.envelope))
      return 'Kept in the local mailbox'
    }),
  })
  // Broken connections are the sender's problem; without a listener they would end the process.
  server.on('error', () => {})
  const listener = server.listen(port, host)
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The local mailbox has no port')
  return {
    port: address.port,
    close: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(resolve)
      return promise
    },
  }
}

async function receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  if (stream.sizeExceeded)
    throw Object.assign(new Error('The mail is larger than 10 MB'), { responseCode: 552 })
  const recipients = envelope.rcptTo.map(({ address }) => `Delivered-To: ${toHeaderText(address)}\r\n`)
  return Buffer.concat([Buffer.from(recipients.join('')), ...chunks])
}

function toHeaderText(address: string): string {
  return address.replace(/[\p{Cc}\s]+/gu, '')
}
