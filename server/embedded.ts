import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { createMailer, type Mailer } from './platform/mail/mailer.ts'
import { createOidcClient, type OidcClient } from './platform/oidc/client.ts'
import { createRazorpayClient, type RazorpayClient } from './platform/razorpay/client.ts'

/**
 * The outside world: the real services where they are configured, our stand-ins where they are not. Either way the
 * same clients speak to them over the same protocols; only addresses differ.
 */
export interface Outside {
  razorpay: RazorpayClient
  oidc: OidcClient
  mailer: Mailer
  /** The payment sandbox's own pages; null with the real provider. */
  paymentDashboardUrl: string | null
  /** Moves the sandbox's clock along with ours; null with the real provider. */
  advancePaymentClock: ((bySeconds: number) => Promise<void>) | null
  /** Tells the sandbox where our webhook is; call it once we listen. */
  connectWebhook(url: string): void
  /** Tells the sandbox where our clock is moved, so that its dashboard moves both. */
  connectClock(url: string): void
  /** Answers the mailbox's pages; null with a real mail server. */
  mailboxPages: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | null
  close(): Promise<void>
}

/* Each stand-in has a port that follows from ours, so that bookmarks and test set-ups keep working; a taken one moves. */
const PORT_STEP = 10_000

function portBeside(port: number, step: number): number {
  const wanted = port + step * PORT_STEP
  return wanted <= 65_535 ? wanted : 0
}

/** Development secrets differ per data directory, so that nothing learns to rely on a well-known one. */
function developmentSecret(secretKey: string, name: string): string {
  return createHash('sha256').update(`${secretKey}:${name}`).digest('hex').slice(0, 32)
}

/** How the payment sandbox of a running Cheers is reached from beside it. */
export function sandboxKeysFor({ port }: Pick<Config, 'port'>, secretKey: string) {
  return {
    url: `http://127.0.0.1:${portBeside(port, 1)}`,
    keyId: `rzp_test_${developmentSecret(secretKey, 'razorpay-id').slice(0, 14)}`,
    keySecret: developmentSecret(secretKey, 'razorpay-secret'),
    webhookSecret: developmentSecret(secretKey, 'razorpay-webhook'),
  }
}

/**
 * Connects to the configured services and starts stand-ins for the rest. Production never gets here with any missing.
 * `sandboxForgets`: nobody starts on this folder again, so the payment sandbox needn't save its state after every call.
 * `isCopy`: the provider is only asked, and no mail is sent (`platform/restored-copy.ts`).
 */
export async function openOutside(
  config: Config,
  secretKey: string,
  clock: Clock,
  { sandboxForgets = false, isCopy = false }: { sandboxForgets?: boolean; isCopy?: boolean } = {},
): Promise<Outside> {
  const closing: (() => Promise<void> | void)[] = []
  const folder = path.join(config.dataDir, 'sandbox')
  const secretFor = (name: string) => developmentSecret(secretKey, name)

  let connectWebhook: Outside['connectWebhook'] = () => {}
  let connectClock: Outside['connectClock'] = () => {}
  let paymentDashboardUrl: string | null = null
  let advancePaymentClock: Outside['advancePaymentClock'] = null
  let razorpay: RazorpayClient
  if (config.razorpay === 'embedded') {
    const { startRazorpaySandbox } = await import('#sandbox/razorpay/server.ts')
    const { url: _, ...keys } = sandboxKeysFor(config, secretKey)
    const sandbox = await startRazorpaySandbox({
      ...keys,
      port: portBeside(config.port, 1),
      ...(sandboxForgets ? {} : { statePath: path.join(folder, 'razorpay.json') }),
      merchantName: 'Cheers',
      clockOffsetSeconds: Math.round(clock.offsetMs() / 1000),
    })
    closing.push(() => sandbox.close())
    connectWebhook = (url) => sandbox.setWebhookUrl(url)
    connectClock = (url) => sandbox.setShopClockUrl(url)
    paymentDashboardUrl = sandbox.dashboardUrl
    advancePaymentClock = async (advanceSeconds) => {
      const response = await fetch(`${sandbox.url}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds }),
      })
      if (!response.ok) throw new Error(`The payment sandbox did not move its clock (${response.status}).`)
    }
    razorpay = createRazorpayClient({
      ...keys,
      webhookSecrets: { current: keys.webhookSecret, previous: null },
      apiUrl: sandbox.url,
      checkoutUrl: sandbox.checkoutUrl,
      isReadOnly: isCopy,
    })
  } else {
    razorpay = createRazorpayClient({
      ...config.razorpay,
      apiUrl: config.razorpayApiUrl,
      checkoutUrl: config.razorpayCheckoutUrl,
      isReadOnly: isCopy,
    })
  }

  let oidc: OidcClient
  if (config.google === 'embedded') {
    const { startOidcSandbox } = await import('#sandbox/oidc/server.ts')
    const client = { clientId: 'cheers-development', clientSecret: secretFor('oidc') }
    const issuer = await startOidcSandbox({
      ...client,
      port: portBeside(config.port, 2),
      redirectUris: [`${config.publicUrl}/api/auth/google/callback`],
      statePath: path.join(folder, 'oidc.json'),
    })
    closing.push(() => issuer.close())
    oidc = createOidcClient({ ...client, issuer: issuer.issuer })
  } else {
    oidc = createOidcClient(config.google)
  }

  let smtpUrl = config.smtpUrl
  let mailboxPages: Outside['mailboxPages'] = null
  if (smtpUrl === 'embedded') {
    const { startMailbox } = await import('#sandbox/mailbox/server.ts')
    const mailbox = await startMailbox({
      directory: path.join(config.dataDir, 'mail'),
      port: portBeside(config.port, 3),
      now: () => clock.now(),
    })
    closing.push(() => mailbox.close())
    smtpUrl = mailbox.smtpUrl
    mailboxPages = (request, response) => mailbox.handle(request, response)
  }
  const mailer = createMailer({
    smtpUrl,
    from: config.mailFrom,
    domain: new URL(config.publicUrl).hostname,
    isSilent: isCopy,
  })
  closing.push(() => mailer.close())

  return {
    razorpay,
    oidc,
    mailer,
    paymentDashboardUrl,
    advancePaymentClock,
    connectWebhook,
    connectClock,
    mailboxPages,
    async close() {
      for (const close of closing.toReversed()) await close()
    },
  }
}
