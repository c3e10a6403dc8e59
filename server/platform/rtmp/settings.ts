import { existsSync } from 'node:fs'
import path from 'node:path'

import { portNumber } from '../config-values.ts'
import type { ThreadSettings } from './thread-words.ts'

export type RtmpSettings = ThreadSettings

interface Reading {
  read: (name: string) => string | undefined
  check: <T>(name: string, accepted: string, parse: (text: string) => T | undefined) => T | undefined
  problems: string[]
  isProduction: boolean
  /** Where pages are listened for. */
  host: string
}

/** Reads where broadcasts of streaming software are taken; null: nowhere. */
export function readRtmp({ read, check, problems, isProduction, host }: Reading): RtmpSettings | null {
  const port = check('RTMP_PORT', 'a port number from 1 to 65535', portNumber)
  const certFile = check('RTMP_TLS_CERT', 'the path of a PEM file', fileThatExists)
  const keyFile = check('RTMP_TLS_KEY', 'the path of a PEM file', fileThatExists)
  const isTls = read('RTMP_TLS_CERT') !== undefined
  if (isTls !== (read('RTMP_TLS_KEY') !== undefined))
    problems.push('RTMP_TLS_CERT and RTMP_TLS_KEY go together: set both, or neither.')
  if (port === undefined) return null
  if (isProduction && !isTls)
    problems.push(
      'RTMP_TLS_CERT and RTMP_TLS_KEY must be set: with NODE_ENV=production, stream keys don’t travel unencrypted.',
    )
  const tls = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : null
  return { host: read('RTMP_HOST') ?? host, port, tls }
}

function fileThatExists(text: string): string | undefined {
  return existsSync(text) ? path.resolve(text) : undefined
}
