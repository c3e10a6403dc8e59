import os from 'node:os'

import { startAppOn, type TestApp } from '#server/testing/app-on-database.ts'
import { proveAmbiguousJoins } from '#server/testing/proofs/ambiguous-joins.ts'
import { proveDoubleClicks } from '#server/testing/proofs/double-clicks.ts'
import { proveEventOrders } from '#server/testing/proofs/event-orders.ts'
import { proveLatePayments } from '#server/testing/proofs/late-payments.ts'
import type { Finding, ProofSize } from '#server/testing/proofs/proof.ts'
import { proveSecretRotation } from '#server/testing/proofs/secret-rotation.ts'
import { proveSignatures } from '#server/testing/proofs/signatures.ts'
import { proveThreePaths } from '#server/testing/proofs/three-paths.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'

/*
 * Money proofs that need the product and a database of their own: `node lab/prove/money.ts <part> <seed> [count]`.
 * The tests run the same proofs with fewer cases. Figures: docs/reliability.md.
 */

const PROOFS: Readonly<
  Record<string, { prove: (app: TestApp, size: ProofSize) => Promise<Finding[]>; count: number }>
> = {
  orders: { prove: proveEventOrders, count: 20_000 },
  triple: { prove: proveThreePaths, count: 10_000 },
  signatures: { prove: async (_, size) => proveSignatures(size), count: 100_000 },
  rotation: { prove: proveSecretRotation, count: 5000 },
  late: { prove: proveLatePayments, count: 300 },
  ambiguous: { prove: proveAmbiguousJoins, count: 5000 },
  'double-click': { prove: proveDoubleClicks, count: 500 },
}

const [part = '', seedText = '1', countText] = process.argv.slice(2)
const proof = PROOFS[part]
if (!proof) throw new Error(`Say what to prove: ${Object.keys(PROOFS).join(', ')}.`)
const size = { seed: Number(seedText), count: Number(countText ?? proof.count) }
const load = () => (os.loadavg()[0] ?? 0).toFixed(1)

console.log(`${part}: seed ${size.seed}, ${size.count} cases, load ${load()} at the start`)
const startedMs = performance.now()
const database = await openToolDatabase()
const app = await startAppOn({ connectionString: database.url, max: 16 })
let findings: Finding[]
try {
  findings = await proof.prove(app, size)
} finally {
  await app.close()
  await database.close()
}
for (const { promise, holds, seen } of findings)
  console.log(`${holds ? 'holds' : 'FAILS'}  ${promise}: ${seen}`)
console.log(`${((performance.now() - startedMs) / 1000).toFixed(1)} s, load ${load()} at the end`)
process.exit(findings.every(({ holds }) => holds) ? 0 : 1)
