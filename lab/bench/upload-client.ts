import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { MediaServer } from './media-server.ts'
import { aVideoOfBytes } from './videos.ts'

/* Uploads over HTTP, timed, for the benches about them. */

interface Answered {
  status: number
  location: string
  body: string
}

/** Sends a request whose body arrives in pieces; the length is announced beforehand. */
export async function send(
  url: string,
  options: { method: string; headers: Record<string, string | number>; body: Iterable<Uint8Array> },
): Promise<Answered> {
  const { method, headers, body } = options
  const outgoing = request(url, { method, headers })
  const answered = once(outgoing, 'response')
  await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 1024 * 1024 }), outgoing)
  const [incoming] = (await answered) as [Readable & { statusCode: number; headers: Record<string, string> }]
  let text = ''
  for await (const piece of incoming.setEncoding('utf8')) text += String(piece)
  const { statusCode: status } = incoming
  if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${text}`)
  return { status, location: incoming.headers['location'] ?? '', body: text }
}

/** Runs `work` and returns the seconds it took. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Uploads in one piece, resumably, and deletes it again; answers the seconds it took until it was kept. */
export async function uploadResumable({ baseUrl, creator }: MediaServer, bytes: number): Promise<number> {
  const tus = { ...creator, 'tus-resumable': '1.0.0' }
  let id = ''
  const seconds = await timed(async () => {
    const metadata = `kind ${Buffer.from('video').toString('base64')}`
    const begun = await send(`${baseUrl}/api/uploads`, {
      method: 'POST',
      headers: { ...tus, 'content-length': 0, 'upload-length': bytes, 'upload-metadata': metadata },
      body: [],
    })
    id = begun.location.split('/').at(-1) ?? ''
    await send(new URL(begun.location, baseUrl).href, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes,
        'upload-offset': 0,
      },
      body: aVideoOfBytes(bytes),
    })
  })
  await send(`${baseUrl}/api/media/${id}`, { method: 'DELETE', headers: creator, body: [] })
  return seconds
}

/** The same as a form, with a post. */
export async function uploadForm({ baseUrl, creator }: MediaServer, bytes: number): Promise<number> {
  const border = 'between-the-parts'
  const head = Buffer.from(
    `--${border}\r\ncontent-disposition: form-data; name="content"\r\n\r\n<p>A video</p>\r\n` +
      `--${border}\r\ncontent-disposition: form-data; name="video"; filename="video.webm"\r\n` +
      'content-type: video/webm\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${border}--\r\n`)
  let postId = ''
  const seconds = await timed(async () => {
    const { body } = await send(`${baseUrl}/api/post/create`, {
      method: 'POST',
      headers: {
        ...creator,
        'content-type': `multipart/form-data; boundary=${border}`,
        'content-length': head.length + bytes + tail.length,
      },
      body: [head, ...aVideoOfBytes(bytes), tail],
    })
    postId = (JSON.parse(body) as { post: { _id: string } }).post._id
  })
  await send(`${baseUrl}/api/post/delete/${postId}`, { method: 'DELETE', headers: creator, body: [] })
  return seconds
}
