import { parseArgs } from 'node:util'

import { startRazorpaySandbox } from './server.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '13000' },
    webhook: { type: 'string' },
    clock: { type: 'string' },
    state: { type: 'string' },
    merchant: { type: 'string' },
  },
})

const sandbox = await startRazorpaySandbox({
  host: values.host,
  port: Number(values.port),
  statePath: values.state,
  merchantName: values.merchant,
  webhookUrl: values.webhook,
  shopClockUrl: values.clock,
  keyId: process.env['RAZORPAY_KEY_ID'] ?? 'rzp_test_sandbox0000000',
  keySecret: process.env['RAZORPAY_KEY_SECRET'] ?? 'sandbox-key-secret',
  webhookSecret: process.env['RAZORPAY_WEBHOOK_SECRET'] ?? 'sandbox-webhook-secret',
})

console.log(`Payment sandbox: ${sandbox.dashboardUrl}`)
console.log(`RAZORPAY_API_URL=${sandbox.url}`)
console.log(`RAZORPAY_CHECKOUT_URL=${sandbox.checkoutUrl}`)

function stop(): void {
  void sandbox.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
