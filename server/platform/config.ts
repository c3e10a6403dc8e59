import path from 'node:path'

import { type ClamdAddress, clamdAddress } from './clamd/address.ts'
import {
  allowList,
  gigabytes,
  httpAddress,
  mailAddress,
  ofScheme,
  oneOf,
  origin,
  portNumber,
  replacedSecret,
  rupeesPerDollar,
} from './config-values.ts'
import { listUnknownSettings } from './known-settings.ts'
import { type Operator, readOperator } from './operator.ts'
import { PLAIN_HTTP_ON_LOOPBACK, plainHttpProblems } from './plain-http.ts'
import type { WebhookSecrets } from './razorpay/signature.ts'
import type { FileWork } from './program.ts'
import { readRtmp, type RtmpSettings } from './rtmp/settings.ts'
import { readTracing, type TracingSettings } from './tracing/settings.ts'
import { proxies } from './trusted-proxies.ts'

/** Where a service lives: the embedded stand-in, or an address the operator sets. */
export type Embedded = 'embedded'

export interface Config {
  isProduction: boolean
  host: string
  port: number
  /** The public address, without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** The same database past the pooler that DATABASE_URL leads to; null: it leads to no pooler. */
  databaseDirectUrl: string | null
  /** A copy of it, for what may be some seconds old; null: there is none. */
  databaseReplicaUrl: string | null
  /** These three: an address, or {@link Embedded}. */
  databaseUrl: string
  storageUrl: string
  /** The space that one creator's files may take, including everything made from them. */
  creatorStorageBytes: number
  /** The processor time that work on files gets: what nothing else wants, or a share of it all. */
  fileWork: FileWork
  /** Smaller pictures of live sessions, for who saves data: where ffmpeg and four processors are, where ffmpeg is, or nowhere. */
  smallPictures: 'auto' | 'on' | 'off'
  /** Scans uploaded files for viruses; null: nothing does. */
  clamd: ClamdAddress | null
  /** Where broadcasts of streaming software are taken; null: nowhere. */
  rtmp: RtmpSettings | null
  smtpUrl: string
  mailFrom: string
  razorpay: { keyId: string; keySecret: string; webhookSecrets: WebhookSecrets } | Embedded
  /** Pays out in rupees at a rate the operator sets; null: payouts go by bank file alone. */
  razorpayX: { accountNumber: string; paisePerUsd: number } | null
  razorpayApiUrl: string
  razorpayCheckoutUrl: string
  google: { clientId: string; clientSecret: string; issuer: string } | Embedded
  /** null: made once under DATA_DIR. */
  secretKey: string | null
  /** The previous key: anything encrypted or signed with it is still read. */
  previousSecretKey: string | null
  /** The proxies whose X-Forwarded-* headers are trusted: none, or these addresses. */
  trustProxy: false | string[]
  operator: Operator
  /** The kind of year after which receipt numbers start again. */
  receiptYear: 'calendar' | 'indian'
  /** Who gets the operator's mails, such as the newest seal of the ledger; null: nobody. */
  operatorMailTo: string | null
  /** Opens /metrics to callers beyond loopback that present it as a bearer token. */
  metricsToken: string | null
  /** Where traces of requests and jobs are sent; null: none are recorded. */
  tracing: TracingSettings | null
  /** Lets staff whose accounts have no second factor make calls; never in production. */
  isStaffWithoutSecondFactor: boolean
  /** Starts although people's passkeys are bound to another host, where they don't work. */
  isOtherHostAllowed: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** A configuration we can't start with. The message names every variable and what it accepts. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `Cheers cannot start with this configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** Reads the environment once. Throws {@link ConfigError} listing everything that is wrong or missing. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const read = (name: string): string | undefined => env[name]?.trim() || undefined
  const check = <T>(
    name: string,
    accepted: string,
    parse: (text: string) => T | undefined,
  ): T | undefined => {
    const text = read(name)
    if (text === undefined) return undefined
    const value = parse(text)
    if (value === undefined) problems.push(`${name} is not valid; accepted: ${accepted}.`)
    return value
  }
  for (const name of listUnknownSettings(Object.keys(env)))
    problems.push(`${name} is not a setting of Cheers; check its spelling against docs/configuration.md.`)

  const nodeEnv = check(
    'NODE_ENV',
    'development, test or production',
    oneOf(['development', 'test', 'production']),
  )
  const isProduction = nodeEnv === 'production'
  const host = read('HOST') ?? '127.0.0.1'
  const port = check('PORT', 'a port number from 1 to 65535', portNumber) ?? 3000
  const dataDir = path.resolve(read('DATA_DIR') ?? 'data')
  const publicUrl =
    check('PUBLIC_URL', 'an http or https address without a path, like https://cheers.example', origin) ??
    `http://localhost:${port}`
  const postgresUrl = (name: string) =>
    check(name, 'postgres://user:password@host:port/database', ofScheme('postgres', 'postgresql'))
  const databaseUrl = postgresUrl('DATABASE_URL')
  const databaseDirectUrl = postgresUrl('DATABASE_DIRECT_URL')
  if (databaseDirectUrl !== undefined && databaseUrl === undefined)
    problems.push('DATABASE_DIRECT_URL leads past the pooler of DATABASE_URL: set both, or neither.')
  const databaseReplicaUrl = postgresUrl('DATABASE_REPLICA_URL')
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined)
    problems.push(
      'DATABASE_REPLICA_URL leads to a copy of the database of DATABASE_URL: set both, or neither.',
    )
  const storageUrl = check('STORAGE_URL', 's3://KEY:SECRET@host[:port]/bucket?region=…&tls=…', ofScheme('s3'))
  const creatorStorageGb = check('CREATOR_STORAGE_GB', 'whole gigabytes from 1 to 1000000', gigabytes) ?? 50
  const fileWork = check('FILE_WORK', 'spare or shared', oneOf(['spare', 'shared'] as const)) ?? 'spare'
  const smallPictures =
    check('LIVE_SMALL_PICTURE', 'auto, on or off', oneOf(['auto', 'on', 'off'] as const)) ?? 'auto'
  const clamd = check('CLAMD_URL', 'tcp://host:3310, or the path of a socket', clamdAddress)
  const rtmp = readRtmp({ read, check, problems, isProduction, host })
  const smtpUrl = check('SMTP_URL', 'smtp://user:pass@host:port or smtps://…', ofScheme('smtp', 'smtps'))
  const mailFrom = check('MAIL_FROM', 'an address like Cheers <hello@cheers.example>', mailAddress)
  const allowEmbedded =
    check('ALLOW_EMBEDDED', 'database, storage, or both separated by a comma', allowList) ?? []

  const plainHttp = check('ALLOW_PLAIN_HTTP', PLAIN_HTTP_ON_LOOPBACK, oneOf([PLAIN_HTTP_ON_LOOPBACK]))

  const staff = check('ALLOW_STAFF', 'without-second-factor', oneOf(['without-second-factor']))
  if (isProduction && staff !== undefined)
    problems.push('ALLOW_STAFF must not be set: NODE_ENV=production needs a second factor of its staff.')

  const otherHost = check('ALLOW_OTHER_HOST', 'without-passkeys', oneOf(['without-passkeys']))

  const razorpay = together(read, problems, [
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ])
  const previousSecret = check(
    'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
    'the secret before, a space, and the moment it was replaced, like old-secret 2026-03-01T09:00:00Z',
    replacedSecret,
  )
  const razorpayX = together(read, problems, ['RAZORPAY_X_ACCOUNT', 'RAZORPAY_X_INR_PER_USD'])
  const inrPerUsd = check('RAZORPAY_X_INR_PER_USD', 'rupees for a dollar, like 83.25', rupeesPerDollar)
  const google = together(read, problems, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const razorpayApiUrl = check('RAZORPAY_API_URL', 'an http or https address', httpAddress)
  const razorpayCheckoutUrl = check('RAZORPAY_CHECKOUT_URL', 'an http or https address', httpAddress)
  const googleIssuer = check('GOOGLE_ISSUER', 'an http or https address', httpAddress)
  const secretKey = check('SECRET_KEY', 'at least 32 characters', (text) =>
    text.length >= 32 ? text : undefined,
  )
  const previousSecretKey = check('SECRET_KEY_PREVIOUS', 'at least 32 characters', (text) =>
    text.length >= 32 ? text : undefined,
  )
  if (previousSecretKey !== undefined && (secretKey === undefined || secretKey === previousSecretKey))
    problems.push('SECRET_KEY_PREVIOUS is the key before SECRET_KEY: set both, and not to the same.')
  const metricsToken = check('METRICS_TOKEN', 'at least 16 characters', (text) =>
    text.length >= 16 ? text : undefined,
  )
  const tracing = readTracing(check)
  const trustProxy = check(
    'TRUST_PROXY',
    'the addresses of your proxies, comma separated, like 10.0.0.0/8 or loopback',
    proxies,
  )

  const receiptYear = check('RECEIPT_YEAR', 'calendar or indian', oneOf(['calendar', 'indian'] as const))
  const operator = readOperator(check)

  if (isProduction) {
    const required: [name: string, isThere: boolean, what: string][] = [
      ['DATABASE_URL', Boolean(databaseUrl) || allowEmbedded.includes('database'), 'the embedded database'],
      ['STORAGE_URL', Boolean(storageUrl) || allowEmbedded.includes('storage'), 'the embedded file store'],
      ['SMTP_URL', Boolean(smtpUrl), 'the local mailbox'],
      ['MAIL_FROM', Boolean(mailFrom), 'a placeholder sender'],
      [
        'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET',
        Boolean(razorpay),
        'the payment sandbox',
      ],
      ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET', Boolean(google), 'the local sign-in issuer'],
      ['SECRET_KEY', Boolean(secretKey), 'a key of this machine alone'],
      ['PUBLIC_URL', publicUrl.startsWith('https://'), 'an address that is not https'],
    ]
    for (const [name, isThere, what] of required)
      if (!isThere) problems.push(`${name} must be set: NODE_ENV=production does not run on ${what}.`)
    const urls = {
      STORAGE_URL: storageUrl,
      RAZORPAY_API_URL: razorpayApiUrl,
      RAZORPAY_CHECKOUT_URL: razorpayCheckoutUrl,
      GOOGLE_ISSUER: googleIssuer,
    }
    problems.push(...plainHttpProblems(urls, plainHttp !== undefined))
  }
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    isProduction,
    host,
    port,
    publicUrl,
    dataDir,
    databaseUrl: databaseUrl ?? 'embedded',
    databaseDirectUrl: databaseDirectUrl ?? null,
    databaseReplicaUrl: databaseReplicaUrl ?? null,
    storageUrl: storageUrl ?? 'embedded',
    creatorStorageBytes: creatorStorageGb * 1_000_000_000,
    fileWork,
    smallPictures,
    clamd: clamd ?? null,
    rtmp,
    smtpUrl: smtpUrl ?? 'embedded',
    mailFrom: mailFrom ?? 'Cheers <hello@cheers.localhost>',
    razorpay: razorpay
      ? {
          keyId: razorpay['RAZORPAY_KEY_ID'] ?? '',
          keySecret: razorpay['RAZORPAY_KEY_SECRET'] ?? '',
          webhookSecrets: {
            current: razorpay['RAZORPAY_WEBHOOK_SECRET'] ?? '',
            previous: previousSecret ?? null,
          },
        }
      : 'embedded',
    razorpayX: razorpayX
      ? { accountNumber: razorpayX['RAZORPAY_X_ACCOUNT'] ?? '', paisePerUsd: inrPerUsd ?? 0 }
      : null,
    razorpayApiUrl: razorpayApiUrl ?? 'https://api.razorpay.com',
    razorpayCheckoutUrl: razorpayCheckoutUrl ?? 'https://checkout.razorpay.com/v1/checkout.js',
    google: google
      ? {
          clientId: google['GOOGLE_CLIENT_ID'] ?? '',
          clientSecret: google['GOOGLE_CLIENT_SECRET'] ?? '',
          issuer: googleIssuer ?? 'https://accounts.google.com',
        }
      : 'embedded',
    secretKey: secretKey ?? null,
    previousSecretKey: previousSecretKey ?? null,
    trustProxy: trustProxy ?? false,
    metricsToken: metricsToken ?? null,
    tracing,
    isStaffWithoutSecondFactor: staff !== undefined,
    isOtherHostAllowed: otherHost !== undefined,
    operator,
    receiptYear: receiptYear ?? 'calendar',
    // Not the example's address, which belongs to nobody.
    operatorMailTo: read('OPERATOR_EMAIL') === undefined ? null : operator.email,
  }
}

/** Settings that only make sense together: all, or none. */
function together(
  read: (name: string) => string | undefined,
  problems: string[],
  names: readonly string[],
): Record<string, string> | undefined {
  const values = names.map((name) => [name, read(name)] as const)
  const missing = values.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    problems.push(`${missing.join(' and ')} must be set too: ${names.join(', ')} go together.`)
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? '']))
}
