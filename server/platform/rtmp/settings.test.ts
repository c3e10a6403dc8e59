import { describe, expect, test } from 'vitest'

import { ConfigError, readConfig } from '../config.ts'

const pem = import.meta.filename
const tls = { RTMP_TLS_CERT: pem, RTMP_TLS_KEY: pem }

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

describe('streaming software', () => {
  test('is listened for where pages are, or elsewhere, or not at all', () => {
    expect(readConfig({}).rtmp).toBeNull()
    expect(readConfig({ RTMP_PORT: '1935' }).rtmp).toEqual({ host: '127.0.0.1', port: 1935, tls: null })
    expect(readConfig({ RTMP_PORT: '1936', RTMP_HOST: '0.0.0.0', ...tls }).rtmp).toEqual({
      host: '0.0.0.0',
      port: 1936,
      tls: { certFile: pem, keyFile: pem },
    })
  })

  test('sends keys in TLS alone in production, whose files go together and exist', () => {
    const taken = { NODE_ENV: 'production', RTMP_PORT: '1935' }
    expect(problemsOf(taken)).toContain('RTMP_TLS_CERT and RTMP_TLS_KEY must be set')
    expect(problemsOf({ ...taken, ...tls })).not.toContain('RTMP')
    expect(problemsOf({ RTMP_TLS_CERT: pem })).toContain('go together')
    expect(problemsOf({ RTMP_TLS_CERT: '/nowhere.pem', RTMP_TLS_KEY: pem })).toContain(
      'RTMP_TLS_CERT is not valid',
    )
  })
})
