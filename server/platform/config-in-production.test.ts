import { describe, expect, test } from 'vitest'

import { production, problemsOf } from './config-testing.ts'
import { readConfig } from './config.ts'

describe('in production', () => {
  test('a complete configuration starts', () => {
    const config = readConfig(production)
    expect(config.isProduction).toBe(true)
    expect(Object.values(config)).not.toContain('embedded')
  })

  test('everything that is missing is listed at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })
    const missing = [
      'DATABASE_URL',
      'STORAGE_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'RAZORPAY_KEY_ID',
      'GOOGLE_CLIENT_ID',
      'SECRET_KEY',
      'PUBLIC_URL',
    ]
    expect(problems).toHaveLength(missing.length)
    for (const [position, name] of missing.entries()) expect(problems[position]).toContain(`- ${name}`)
  })

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'nothing works without %s',
    (name) => {
      expect(problemsOf({ ...production, [name]: undefined }).join()).toContain(name)
    },
  )

  test('staff without a second factor are refused', () => {
    expect(problemsOf({ ...production, ALLOW_STAFF: 'without-second-factor' })).toEqual([
      expect.stringContaining('ALLOW_STAFF must not be set'),
    ])
    expect(readConfig(production).isStaffWithoutSecondFactor).toBe(false)
    expect(readConfig({ ALLOW_STAFF: 'without-second-factor' }).isStaffWithoutSecondFactor).toBe(true)
  })

  test('an address without https is refused', () => {
    expect(problemsOf({ ...production, PUBLIC_URL: 'http://cheers.example' })).toEqual([
      expect.stringContaining(
        'PUBLIC_URL must be set: NODE_ENV=production does not run on an address that is not https',
      ),
    ])
  })

  test.each([
    ['RAZORPAY_API_URL', 'http://api.razorpay.example'],
    ['RAZORPAY_CHECKOUT_URL', 'http://127.0.0.1:9000/checkout.js'],
    ['GOOGLE_ISSUER', 'http://localhost:9000'],
    ['STORAGE_URL', 's3://key:secret@127.0.0.1:9000/media?tls=false'],
  ])('%s=%s is refused: nothing is sent over plain http', (name, value) => {
    expect(problemsOf({ ...production, [name]: value })).toEqual([
      expect.stringContaining(`${name} must be encrypted`),
    ])
    expect(problemsOf({ ...production, NODE_ENV: 'development', [name]: value })).toEqual([])
  })

  test('stand-ins on this machine may speak http when that is allowed, and nothing else may', () => {
    const standIns = {
      ...production,
      ALLOW_PLAIN_HTTP: 'loopback',
      RAZORPAY_API_URL: 'http://127.0.0.1:9000',
      RAZORPAY_CHECKOUT_URL: 'http://localhost:9000/checkout.js',
      GOOGLE_ISSUER: 'http://[::1]:9001',
      STORAGE_URL: 's3://key:secret@127.0.0.1:9000/media?tls=false',
    }
    expect(problemsOf(standIns)).toEqual([])
    for (const host of ['127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '128.0.0.1', '[::2]'])
      expect(problemsOf({ ...standIns, GOOGLE_ISSUER: `http://${host}` })).toHaveLength(1)
    expect(problemsOf({ ...production, ALLOW_PLAIN_HTTP: 'yes' }).join()).toContain(
      'ALLOW_PLAIN_HTTP is not valid',
    )
  })

  test('database and file store may be embedded when that is allowed, and nothing else may', () => {
    const { DATABASE_URL: _, STORAGE_URL: __, ...rest } = production
    expect(readConfig({ ...rest, ALLOW_EMBEDDED: 'database, storage' })).toMatchObject({
      databaseUrl: 'embedded',
      storageUrl: 'embedded',
    })
    expect(problemsOf({ ...rest, ALLOW_EMBEDDED: 'database' })).toEqual([
      expect.stringContaining('STORAGE_URL'),
    ])
    const payments = problemsOf({ ...production, RAZORPAY_KEY_ID: '', ALLOW_EMBEDDED: 'razorpay' })
    expect(payments.join()).toContain('ALLOW_EMBEDDED is not valid')
  })
})
