import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** A dispute, locked, as far as an answer to it is concerned. */
export interface AnsweredDispute {
  status: 'open' | 'won' | 'lost' | 'closed'
  phase: string
  paymentId: string
}

export function lockDisputeToAnswer(db: Db, providerDisputeId: string): Promise<AnsweredDispute | null> {
  return maybeOne(
    db,
    sql<AnsweredDispute>`select d.status, d.phase, d.payment_id as "paymentId"
      from disputes d where d.provider_dispute_id = ${providerDisputeId} for update`,
  )
}

/** Whether a phase has an answer that was not refused. Call with the dispute locked: it sees what was written before. */
export async function isAnswered(
  db: Db,
  { providerDisputeId, phase }: { providerDisputeId: string; phase: string },
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select id from dispute_evidence
      where provider_dispute_id = ${providerDisputeId} and phase = ${phase} and state <> 'refused'`,
  )
  return row !== null
}

/** Whether a bank suspects fraud, so that there is nothing to answer yet. */
export async function isSuspicion(db: Db, providerDisputeId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select provider_dispute_id from fraud_suspicions where provider_dispute_id = ${providerDisputeId}`,
  )
  return row !== null
}

export async function insertEvidence(
  db: Db,
  evidence: {
    id: string
    providerDisputeId: string
    phase: string
    text: string
    mediaIds: readonly string[]
    givenBy: string | null
    givenAt: Date
  },
): Promise<void> {
  const { id, mediaIds } = evidence
  await run(
    db,
    sql`insert into dispute_evidence (id, provider_dispute_id, phase, text, state, given_by, given_at)
      values (${id}, ${evidence.providerDisputeId}, ${evidence.phase}, ${evidence.text}, 'queued',
        ${evidence.givenBy}::uuid, ${evidence.givenAt})`,
  )
  await run(
    db,
    sql`insert into dispute_evidence_media (evidence_id, position, media_id)
      select ${id}, given.position, given.id
      from unnest(${[...mediaIds]}::uuid[]) with ordinality as given (id, position)`,
  )
}

export interface EvidenceRow {
  providerDisputeId: string
  text: string
  state: 'queued' | 'sent' | 'refused'
  refusal: string
  disputeStatus: AnsweredDispute['status']
}

export function findEvidence(db: Db, id: string): Promise<EvidenceRow | null> {
  return maybeOne(
    db,
    sql<EvidenceRow>`select e.provider_dispute_id as "providerDisputeId", e.text, e.state, e.refusal,
        d.status as "disputeStatus"
      from dispute_evidence e join disputes d using (provider_dispute_id) where e.id = ${id}`,
  )
}

export function listEvidencePictures(
  db: Db,
  evidenceId: string,
): Promise<{ mediaId: string; documentId: string | null }[]> {
  return many(
    db,
    sql<{ mediaId: string; documentId: string | null }>`select media_id as "mediaId",
        provider_document_id as "documentId"
      from dispute_evidence_media where evidence_id = ${evidenceId} order by position limit 10`,
  )
}

export async function saveDocument(
  db: Db,
  { evidenceId, mediaId, documentId }: { evidenceId: string; mediaId: string; documentId: string },
): Promise<void> {
  await run(
    db,
    sql`update dispute_evidence_media set provider_document_id = ${documentId}
      where evidence_id = ${evidenceId} and media_id = ${mediaId}`,
  )
}

/** False if it was settled already. */
export async function settleEvidence(
  db: Db,
  id: string,
  outcome: { state: 'sent' | 'refused'; refusal: string; now: Date },
): Promise<boolean> {
  const changed = await run(
    db,
    sql`update dispute_evidence set state = ${outcome.state}, refusal = ${outcome.refusal},
        settled_at = ${outcome.now}
      where id = ${id} and state = 'queued'`,
  )
  return changed > 0
}
