import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { problemsOf } from './config-testing.ts'
import { readConfig } from './config.ts'

describe('without any setting', () => {
  test('everything is embedded, on this machine alone', () => {
    expect(readConfig({})).toEqual({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: path.resolve('data'),
      databaseUrl: 'embedded',
      databaseDirectUrl: null,
      databaseReplicaUrl: null,
      clamd: null,
      rtmp: null,
      storageUrl: 'embedded',
      smtpUrl: 'embedded',
      mailFrom: 'Cheers <hello@cheers.localhost>',
      creatorStorageBytes: 50_000_000_000,
      fileWork: 'spare',
      smallPictures: 'auto',
      receiptYear: 'calendar',
      operatorMailTo: null,
      razorpay: 'embedded',
      razorpayX: null,
      razorpayApiUrl: 'https://api.razorpay.com',
      razorpayCheckoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
      google: 'embedded',
      secretKey: null,
      previousSecretKey: null,
      trustProxy: false,
      tracing: null,
      metricsToken: null,
      isStaffWithoutSecondFactor: false,
      isOtherHostAllowed: false,
      operator: {
        name: 'The Cheers Foundation',
        address: '1 Example Road, Bengaluru 560001, India',
        email: 'hello@example.org',
        phone: '+91 80 0000 0000',
        grievanceOfficer: 'The Grievance Officer',
        termsEffectiveDate: '3rd July 2005',
      },
    })
  })

  test('an empty setting counts as unset, and names without our prefix are ignored', () => {
    const others = { HOME: '/root', npm_config_x: '1', GOOGLE_CLOUD_PROJECT: 'x', GOOGLE_API_KEY: 'y' }
    expect(readConfig({ PORT: '', DATABASE_URL: '  ', ...others })).toEqual(readConfig({}))
  })

  test('the address follows the port', () => {
    expect(readConfig({ PORT: '8080' })).toMatchObject({ port: 8080, publicUrl: 'http://localhost:8080' })
  })
})

describe('a malformed setting', () => {
  test.each([
    ['NODE_ENV', 'prod', 'development, test or production'],
    ['PORT', '0', '1 to 65535'],
    ['PORT', '65536', '1 to 65535'],
    ['PORT', '80a', '1 to 65535'],
    ['PORT', '-1', '1 to 65535'],
    ['PUBLIC_URL', 'cheers.example', 'http or https address without a path'],
    ['PUBLIC_URL', 'https://cheers.example/app', 'http or https address without a path'],
    ['PUBLIC_URL', 'https://user@cheers.example', 'http or https address without a path'],
    ['PUBLIC_URL', 'ftp://cheers.example', 'http or https address without a path'],
    ['DATABASE_URL', 'mysql://db.example/cheers', 'postgres://'],
    ['DATABASE_URL', 'db.example', 'postgres://'],
    ['STORAGE_URL', 'https://store.example/bucket', 's3://'],
    ['SMTP_URL', 'mail.example:25', 'smtp://'],
    ['MAIL_FROM', 'Cheers', 'Cheers <hello@cheers.example>'],
    ['MAIL_FROM', 'Cheers <hello@cheers.example', 'Cheers <hello@cheers.example>'],
    ['MAIL_FROM', 'hello@cheers.example\nBcc: eve@example.org', 'Cheers <hello@cheers.example>'],
    ['RAZORPAY_API_URL', 'razorpay', 'http or https address'],
    ['RAZORPAY_CHECKOUT_URL', 'javascript:alert(1)', 'http or https address'],
    ['GOOGLE_ISSUER', 'accounts.google.com', 'http or https address'],
    ['SECRET_KEY', 'x'.repeat(31), 'at least 32 characters'],
    ['METRICS_TOKEN', 'short', 'at least 16 characters'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http or https address'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'a share from 0 to 1'],
    ['CREATOR_STORAGE_GB', '0', 'whole gigabytes'],
    ['FILE_WORK', 'fast', 'spare or shared'],
    ['LIVE_SMALL_PICTURE', 'yes', 'auto, on or off'],
    ['ALLOW_STAFF', 'everybody', 'without-second-factor'],
    ['ALLOW_EMBEDDED', 'everything', 'database, storage'],
    ['ALLOW_EMBEDDED', 'database,payments', 'database, storage'],
    ['OPERATOR_NAME', 'x'.repeat(121), 'at most 120 characters'],
    ['OPERATOR_ADDRESS', '1 Road\nBengaluru', 'on one line'],
    ['OPERATOR_EMAIL', 'Asha <asha@cheers.example>', 'hello@cheers.example'],
    ['OPERATOR_PHONE', 'call us', '+91 80 1234 5678'],
    ['OPERATOR_GRIEVANCE_OFFICER', 'Asha\nRao', 'at most 120 characters'],
    ['TERMS_EFFECTIVE_DATE', 'soon', '3rd July 2005'],
    ['TERMS_EFFECTIVE_DATE', '2005-07-03', '3rd July 2005'],
    ['TRUST_PROXY', 'true', 'addresses of your proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'addresses of your proxies'],
    ['TRUST_PROXY', '10.0.0.1, proxy.example', 'addresses of your proxies'],
  ])('%s=%j is named, with what is accepted', (name, value, accepted) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${name} is not valid; accepted:`)
    expect(problems[0]).toContain(accepted)
  })

  test('is not quoted in the message, because it may be a secret', () => {
    const problems = problemsOf({ SECRET_KEY: 'tiny-secret', DATABASE_URL: 'mysql://u:my-password@h/d' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toMatch(/tiny-secret|my-password/)
  })

  test('is listed together with all others', () => {
    expect(problemsOf({ PORT: 'x', SMTP_URL: 'x', TRUST_PROXY: 'x' })).toHaveLength(3)
  })
})

describe('well-formed settings', () => {
  test.each([
    [{ PUBLIC_URL: 'https://cheers.example/' }, { publicUrl: 'https://cheers.example' }],
    [{ PUBLIC_URL: 'http://localhost:8080' }, { publicUrl: 'http://localhost:8080' }],
    [{ TRUST_PROXY: 'loopback' }, { trustProxy: ['loopback'] }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1, fd00::/8' }, { trustProxy: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
    [{ DATABASE_URL: 'postgresql://db/cheers' }, { databaseUrl: 'postgresql://db/cheers' }],
    [{ MAIL_FROM: 'hello@cheers.example' }, { mailFrom: 'hello@cheers.example' }],
    [{ OPERATOR_NAME: ' Cheers e.V. ' }, { operator: { name: 'Cheers e.V.', email: 'hello@example.org' } }],
    [{ OPERATOR_EMAIL: 'help@cheers.example' }, { operator: { email: 'help@cheers.example' } }],
    [{ OPERATOR_PHONE: '+91 (80) 1234-5678' }, { operator: { phone: '+91 (80) 1234-5678' } }],
    [{ TERMS_EFFECTIVE_DATE: '14 March 2027' }, { operator: { termsEffectiveDate: '14 March 2027' } }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { tracing: { endpoint: 'http://127.0.0.1:4318', share: 0.25 } },
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '0.25' }, { tracing: null }],
    [{ RAZORPAY_API_URL: 'http://127.0.0.1:9000/' }, { razorpayApiUrl: 'http://127.0.0.1:9000' }],
  ])('%j is read as %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })
})

describe('a misspelt setting', () => {
  test.each([
    'RAZORPAY_KEYID',
    'RAZORPAY_SECRET',
    'RAZORPAY_',
    'GOOGLE_CLIENTID',
    'GOOGLE_ISSUER_URL',
    'GOOGLE_SECRET',
    'SMTP_HOST',
    'STORAGE_BUCKET',
    'MAIL_SENDER',
    'OPERATOR_MAIL',
    'TERMS_DATE',
  ])('%s stops the start instead of being overlooked', (name) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([
      expect.stringContaining(`${name} is not a setting of Cheers`),
    ])
  })
})

describe('settings that go together', () => {
  test('are all set or none is', () => {
    expect(problemsOf({ RAZORPAY_KEY_ID: 'a', RAZORPAY_KEY_SECRET: 'b' })).toEqual([
      expect.stringContaining('RAZORPAY_WEBHOOK_SECRET must be set too'),
    ])
    expect(problemsOf({ RAZORPAY_WEBHOOK_SECRET: 'c' })).toEqual([
      expect.stringContaining('RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET must be set too'),
    ])
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'a' })).toEqual([
      expect.stringContaining('GOOGLE_CLIENT_SECRET must be set'),
    ])
    const x = { RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' }
    expect(readConfig(x).razorpayX).toEqual({ accountNumber: '2323230041626905', paisePerUsd: 8325 })
    expect(problemsOf({ ...x, RAZORPAY_X_INR_PER_USD: 'many' })).toEqual([
      expect.stringContaining('rupees for a dollar'),
    ])
    const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
    expect(readConfig(google).google).toEqual({
      clientId: 'a',
      clientSecret: 'b',
      issuer: 'https://accounts.google.com',
    })
  })
})
