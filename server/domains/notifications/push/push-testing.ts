import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { createPushClient, type PushClient } from '#server/platform/push/push-client.ts'

export interface ReceivedPush {
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  origin: string
  received: ReceivedPush[]
  /** What it answers from now on; 201 at first. */
  answer: (status: number) => void
  /** A client that reaches this service, and takes its host for the only one known. */
  client: PushClient
  close(): Promise<void>
}

/** A push service on this machine, as browsers' makers run them (RFC 8030). */
export async function startPushService(publicUrl: string): Promise<PushService> {
  const received: ReceivedPush[] = []
  let status = 201
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://push.localhost:${port}`,
    received,
    answer: (next) => {
      status = next
    },
    client: createPushClient(publicUrl, 'hello@example.com', {
      hosts: ['push.localhost'],
      protocol: 'http:',
      guard: {
        resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
        isAllowedAddress: () => true,
        allowedPorts: [port],
      },
    }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** A browser's half: it alone can read what is pushed to it (RFC 8291). */
export function aBrowser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys()
  const auth = randomBytes(16)

  function read(body: Buffer): unknown {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const serverKey = body.subarray(21, 21 + keyLength)
    const encrypted = body.subarray(21 + keyLength)
    const shared = ecdh.computeSecret(serverKey)
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, serverKey])
    const secret = Buffer.from(hkdfSync('sha256', shared, auth, about, 32))
    const derive = (info: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${info}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(encrypted.subarray(-16))
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
    // The last record ends with a two, and zeros after it.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
  }

  return { keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }, read }
}
