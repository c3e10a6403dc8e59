import { UPLOADS_PATH } from '#contract/media/rules.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

/** Announces a file to download, as a browser does. */
export function announceFile(
  app: Pick<TestApp, 'baseUrl'>,
  session: TestSession,
  { name, sizeBytes }: { name: string; sizeBytes: number },
): Promise<Response> {
  const filename = Buffer.from(name).toString('base64')
  return fetch(`${app.baseUrl}${UPLOADS_PATH}`, {
    method: 'POST',
    headers: {
      ...headersOf(app, session),
      'upload-length': String(sizeBytes),
      'upload-metadata': `kind ${btoa('file')},filename ${filename}`,
    },
  })
}

/** Uploads a whole file to download; returns its id. */
export async function uploadFile(
  app: Pick<TestApp, 'baseUrl'>,
  session: TestSession,
  { name, bytes }: { name: string; bytes: Buffer<ArrayBuffer> },
): Promise<string> {
  const announced = await announceFile(app, session, { name, sizeBytes: bytes.length })
  const at = announced.headers.get('location') ?? ''
  const sent = await sendChunk(app, session, at, 0, bytes)
  if (sent.status !== 204) throw new Error(`The upload was answered with ${sent.status}`)
  return at.split('/').at(-1) ?? ''
}

/** Sends bytes of an upload, from `offset` on. */
export function sendChunk(
  app: Pick<TestApp, 'baseUrl'>,
  session: TestSession,
  at: string,
  offset: number,
  bytes: Buffer<ArrayBuffer>,
): Promise<Response> {
  return fetch(`${app.baseUrl}${at}`, {
    method: 'PATCH',
    headers: {
      ...headersOf(app, session),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: bytes,
  })
}

/** Of every call of an upload. */
export function headersOf(app: Pick<TestApp, 'baseUrl'>, session: TestSession): Record<string, string> {
  return {
    authorization: `Bearer ${session.token}`,
    cookie: `cheers-${new URL(app.baseUrl).port}=${session.cookie}`,
    'tus-resumable': '1.0.0',
  }
}
