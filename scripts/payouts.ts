import fs from 'node:fs'

import { formatExactCents } from '#contract/money.ts'
import { exportBankFile, importBankResults, repeatBankFile } from '#server/domains/payouts/bank-file.ts'
import { payUnclaimed } from '#server/domains/payouts/closed-balances.ts'
import { rotateKeys } from '#server/domains/payouts/key-rotation.ts'
import { writeUnclaimedFile } from '#server/domains/payouts/unclaimed-file.ts'
import { refuseInCopy } from '#server/platform/restored-copy.ts'
import { readOrMakeSecretKey } from '#server/platform/secrets.ts'

import { withRunningCheers } from './with-running-cheers.ts'

const USAGE = `Pays creators by bank file.
  npm run --silent payouts -- export > batch.csv          every approved payout; from then on they count as sent
  npm run --silent payouts -- export <batch id> > …       the same file again
  npm run payouts -- import results.csv                   payout_id, status (paid, failed, reversed), bank_reference, reason
  npm run --silent payouts -- unclaimed > …               the rest of closed accounts' balances, and where to pay it
  npm run payouts -- unclaimed-paid <id> <reference>      records that it was paid, with the bank's reference
  npm run payouts -- rotate-keys                          encrypts details with SECRET_KEY instead of SECRET_KEY_PREVIOUS`

const VERBS = new Set(['export', 'import', 'rotate-keys', 'unclaimed', 'unclaimed-paid'])

async function main([verb, argument, reference]: readonly string[]): Promise<void> {
  const isUnpaid = verb === 'unclaimed-paid' && (argument === undefined || reference === undefined)
  if (!VERBS.has(verb ?? '') || (verb === 'import' && argument === undefined) || isUnpaid)
    throw new Error(USAGE)
  await withRunningCheers(async ({ config, inTransaction, now }) => {
    // A file for the bank pays as well as a job does.
    if (verb === 'export' || verb === 'unclaimed') await inTransaction(refuseInCopy)
    if (verb === 'import') {
      const { applied, problems } = await importBankResults(
        inTransaction,
        fs.readFileSync(argument ?? '', 'utf8'),
        now,
      )
      for (const { line, problem } of problems) console.error(`line ${line}: ${problem}`)
      console.log(`${applied} applied, ${problems.length} skipped`)
      process.exitCode = problems.length === 0 ? 0 : 1
      return
    }
    const keys = { config, secretKey: config.secretKey ?? readOrMakeSecretKey(config.dataDir) }
    if (verb === 'rotate-keys') {
      const { rotated, unreadable } = await rotateKeys(inTransaction, keys)
      for (const row of unreadable) console.error(`${row}: neither key decrypts it`)
      console.log(
        `${rotated} encrypted again${unreadable.length === 0 ? '; SECRET_KEY_PREVIOUS is no longer needed' : ''}`,
      )
      process.exitCode = unreadable.length === 0 ? 0 : 1
      return
    }
    if (verb === 'unclaimed') {
      const { count, csv, losses } = await inTransaction((db) => writeUnclaimedFile(db, keys))
      process.stdout.write(csv)
      console.error(`${count} waiting to be paid`)
      for (const { creatorCount, amountCents, currency } of losses)
        console.error(`${creatorCount} closed pages cost us ${formatExactCents(amountCents, currency)}`)
      return
    }
    if (verb === 'unclaimed-paid' && argument !== undefined && reference !== undefined) {
      const isPaid = await inTransaction((db) =>
        payUnclaimed(db, argument, { bankReference: reference, now }),
      )
      console.log(
        isPaid
          ? `${argument} is paid`
          : `Nothing is waiting as ${argument}; see: npm run payouts -- unclaimed`,
      )
      process.exitCode = isPaid ? 0 : 1
      return
    }
    const { batchId, count, csv } = await inTransaction((db) =>
      argument === undefined ? exportBankFile(db, keys, now) : repeatBankFile(db, keys, argument),
    )
    process.stdout.write(csv)
    console.error(`batch ${batchId}: ${count} payouts`)
  })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
