import * as z from 'zod/mini'

import { attachEvidence, readForBank } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'

import { disputeAnswered } from '../events.ts'
import {
  findEvidence,
  insertEvidence,
  isAnswered,
  isSuspicion,
  listEvidencePictures,
  lockDisputeToAnswer,
  saveDocument,
  settleEvidence,
} from './evidence-queries.ts'

/** Why a dispute can't be answered. */
export type NoAnswer = 'unknown' | 'suspected' | 'settled' | 'answered' | 'pictures'

/**
 * Keeps an answer to a bank, and has it sent. Its pictures are the author's own, and stay with it. Answers the payment
 * and the answer's id, or why there can be none.
 */
export async function giveEvidence(
  db: Db,
  answer: { providerDisputeId: string; text: string; mediaIds: readonly string[]; givenBy: string | null },
  now: Date,
): Promise<{ evidenceId: string; paymentId: string; phase: string } | { refusedAs: NoAnswer }> {
  const { providerDisputeId, mediaIds, givenBy } = answer
  const dispute = await lockDisputeToAnswer(db, providerDisputeId)
  if (!dispute) return { refusedAs: (await isSuspicion(db, providerDisputeId)) ? 'suspected' : 'unknown' }
  if (dispute.status !== 'open') return { refusedAs: 'settled' }
  const { phase } = dispute
  if (await isAnswered(db, { providerDisputeId, phase })) return { refusedAs: 'answered' }
  for (const mediaId of mediaIds)
    if (givenBy === null || !(await attachEvidence(db, { ownerId: givenBy, mediaId }, now)))
      return { refusedAs: 'pictures' }
  const evidenceId = newId(now)
  await insertEvidence(db, { ...answer, id: evidenceId, phase, givenAt: now })
  await enqueue(db, sendEvidence, { evidenceId }, { key: `send-evidence:${evidenceId}` })
  return { evidenceId, paymentId: dispute.paymentId, phase }
}

/**
 * Sends an answer to the provider: its pictures first, each once, then the answer itself. A lost answer of the provider
 * does no harm: a dispute that is under review has been answered.
 */
const sendEvidence = defineJobInPhases(
  { name: 'payments.send-evidence', payload: z.object({ evidenceId: z.string() }), reachesOut: true },
  async (inTransaction, { evidenceId }, { platform, now }) => {
    const evidence = await inTransaction((db) => findEvidence(db, evidenceId))
    if (evidence?.state !== 'queued') return
    const settle = (state: 'sent' | 'refused', refusal = '') =>
      inTransaction(async (db) => {
        if (await settleEvidence(db, evidenceId, { state, refusal, now }))
          await emit(db, disputeAnswered, { evidenceId }, now)
      })
    if (evidence.disputeStatus !== 'open') return settle('refused', DECIDED)
    try {
      const dispute = await platform.razorpay.getDispute(evidence.providerDisputeId)
      if (dispute.status === 'under_review') return await settle('sent')
      if (dispute.status !== 'open') return await settle('refused', DECIDED)
      const documentIds = await uploadPictures(inTransaction, platform, evidenceId)
      await platform.razorpay.contestDispute(evidence.providerDisputeId, {
        amountMinor: dispute.amount,
        summary: evidence.text,
        documentIds,
      })
      await settle('sent')
    } catch (error) {
      // Only what it certainly refused is given up; anything else is asked again.
      if (!(error instanceof RazorpayError) || !error.isCertain || error.status === 429) throw error
      await settle('refused', error.description || 'The payment provider gave no reason.')
    }
  },
)

const DECIDED = 'The bank had decided before the answer arrived.'

async function uploadPictures(
  inTransaction: InTransaction,
  platform: Platform,
  evidenceId: string,
): Promise<string[]> {
  const documentIds: string[] = []
  for (const { mediaId, documentId } of await inTransaction((db) => listEvidencePictures(db, evidenceId))) {
    if (documentId !== null) {
      documentIds.push(documentId)
      continue
    }
    const picture = await readForBank(inTransaction, platform, mediaId)
    // The file is gone from the store: the text still says what there is to say.
    if (!picture) continue
    const { id } = await platform.razorpay.createDocument(picture)
    await inTransaction((db) => saveDocument(db, { evidenceId, mediaId, documentId: id }))
    documentIds.push(id)
  }
  return documentIds
}

export const evidenceJobs = [sendEvidence] as Job[]
