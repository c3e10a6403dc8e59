import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

import { ProofDialog } from './proof-dialog.tsx'

/** Longer than a dialog takes to close. */
const CLOSED_AFTER_MS = 400

let asking: Promise<boolean> | null = null

/**
 * Asks the user to prove that it is them, above whatever is open; answers whether they did. A page's parts can call at
 * once and are answered together. In a root of its own: hardly any page ever shows it, and none should load it.
 */
export function askProof(): Promise<boolean> {
  asking ??= show().finally(() => {
    asking = null
  })
  return asking
}

async function show(): Promise<boolean> {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  const answer = Promise.withResolvers<boolean>()
  const render = (isOpen: boolean) =>
    root.render(
      <QueryClientProvider client={client}>
        <ProofDialog isOpen={isOpen} onEnd={answer.resolve} />
      </QueryClientProvider>,
    )
  render(true)
  const isProved = await answer.promise
  render(false)
  setTimeout(() => {
    root.unmount()
    host.remove()
  }, CLOSED_AFTER_MS)
  return isProved
}
