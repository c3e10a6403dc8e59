import type { Config } from '#server/platform/config.ts'

/** The payment provider's word about an account, amounts in minor units. */
export interface ProviderBooks {
  payments: { id: string; amount: number; currency: string; captured: boolean; refunded: number }[]
  /** Ids of disputes that are lost. */
  lostDisputeIds: string[]
}

interface SandboxState {
  payments: Record<
    string,
    { id: string; amount: number; currency: string; isCaptured: boolean; amountRefunded: number }
  >
  disputes: Record<string, { id: string; status: string }>
}

/** What the sandbox's account holds, at its own address beside ours. */
export async function readSandboxBooks(sandboxUrl: string): Promise<ProviderBooks> {
  const response = await fetch(`${sandboxUrl}/sandbox/state`)
  if (!response.ok) throw new Error(`The payment sandbox answered ${response.status}.`)
  const state = (await response.json()) as SandboxState
  return {
    payments: Object.values(state.payments).map(({ isCaptured, amountRefunded, ...payment }) => ({
      ...payment,
      captured: isCaptured,
      refunded: amountRefunded,
    })),
    lostDisputeIds: Object.values(state.disputes)
      .filter(({ status }) => status === 'lost')
      .map(({ id }) => id),
  }
}

const PAGE_SIZE = 100
const PORT_STEP = 10_000

/** What the configured provider says: the sandbox of this Cheers, or the real one's API. */
export async function readProviderBooks(config: Config): Promise<ProviderBooks> {
  const { razorpay } = config
  if (razorpay === 'embedded') return readSandboxBooks(`http://127.0.0.1:${config.port + PORT_STEP}`)
  const authorization = `Basic ${Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')}`

  async function readAll<Item>(name: string): Promise<Item[]> {
    const items: Item[] = []
    for (;;) {
      const url = `${config.razorpayApiUrl}/v1/${name}?count=${PAGE_SIZE}&skip=${items.length}`
      const response = await fetch(url, { headers: { authorization } })
      if (!response.ok) throw new Error(`The provider answered ${name} with ${response.status}.`)
      const page = ((await response.json()) as { items: Item[] }).items
      items.push(...page)
      if (page.length < PAGE_SIZE) return items
    }
  }

  const payments = await readAll<{
    id: string
    amount: number
    currency: string
    captured: boolean
    amount_refunded: number | null
  }>('payments')
  const disputes = await readAll<{ id: string; status: string }>('disputes')
  return {
    payments: payments.map(({ id, amount, currency, captured, amount_refunded: refunded }) => ({
      id,
      amount,
      currency,
      captured,
      refunded: refunded ?? 0,
    })),
    lostDisputeIds: disputes.filter(({ status }) => status === 'lost').map(({ id }) => id),
  }
}
