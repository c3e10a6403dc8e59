import { Readable } from 'node:stream'
import { S3mini } from 's3mini'

import type { Storage } from './storage.ts'

const TIMEOUT_MS = 30_000

/** Any S3-compatible store: `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=…`. Without `tls=false` it speaks https. */
export function openS3Storage(storageUrl: string): Storage {
  const url = new URL(storageUrl)
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  const store = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${scheme}://${url.host}${url.pathname.replace(/\/+$/, '')}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    requestAbortTimeout: TIMEOUT_MS,
  })
  return {
    async put(key, bytes, contentType) {
      await store.putObject(key, bytes, contentType)
    },
    async open(key) {
      const response = await store.getObjectResponse(key)
      if (!response?.body) return null
      return {
        stream: Readable.fromWeb(response.body),
        sizeBytes: Number(response.headers.get('content-length')),
      }
    },
    async delete(key) {
      await store.deleteObject(key)
    },
    async check() {
      if (!(await store.bucketExists()))
        throw new Error(`The bucket ${url.pathname.slice(1)} cannot be reached.`)
    },
  }
}
