import { type RazorpayDispute, razorpayDispute, razorpayPlan } from './entities.ts'
import { type Ask, listAll } from './lists.ts'

/** What banks ask back, and what we answer. */
export interface DisputeAnswers {
  /** Disputes that banks opened since then, newest first; from some minutes earlier, as clocks differ. */
  listDisputes(since: Date): Promise<RazorpayDispute[]>
  getDispute(id: string): Promise<RazorpayDispute>
  /** Uploads a JPEG, PNG or PDF for {@link contestDispute}; a repeat makes another document. */
  createDocument(file: { name: string; mime: string; bytes: Uint8Array }): Promise<{ id: string }>
  /**
   * Answers the bank, for good: the dispute is under review afterwards, and a repeat is refused. `summary` has at most
   * 1,000 characters.
   */
  contestDispute(
    id: string,
    answer: { amountMinor: number; summary: string; documentIds: readonly string[] },
  ): Promise<RazorpayDispute>
}

/** Each is one call to the provider. */
export function answerDisputes(ask: Ask): DisputeAnswers {
  return {
    listDisputes: (since) => listAll(ask, razorpayDispute, '/disputes?', since),
    getDispute: (id) => ask(razorpayDispute, 'GET', `/disputes/${enc(id)}`),
    createDocument: ({ name, mime, bytes }) => {
      const form = new FormData()
      form.set('purpose', 'dispute_evidence')
      form.set('file', new Blob([Buffer.from(bytes)], { type: mime }), name)
      return ask(razorpayPlan, 'POST', '/documents', form)
    },
    contestDispute: (id, { amountMinor, summary, documentIds }) =>
      ask(razorpayDispute, 'PATCH', `/disputes/${enc(id)}/contest`, {
        amount: amountMinor,
        summary,
        ...(documentIds.length > 0 && { others: [{ type: 'evidence', document_ids: documentIds }] }),
        action: 'submit',
      }),
  }
}

const enc = encodeURIComponent
