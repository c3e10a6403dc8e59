import { EVIDENCE_PICTURES_MAX } from './dispute-rules.ts'

/** The sentences of the console's calls. */
export const consoleMessages = {
  wordsMissing: 'Declining needs a reason, and a payment by bank its reference.',
  reasonMissing: 'Give a reason.',
  holdDaysWrong: 'A payout is held for 14 days at most.',
  amountWrong: 'Enter an amount like 3.50.',
  ownMatter: 'This is about your own account or page. Somebody else has to do it.',
  onePersonOnly:
    'Your role sees the payments of one person at a time. Look for the person, or for one payment.',
  refundLimit:
    'Your role gives back up to $50 or ₹4,000 of a payment, and in a day. Ask finance or an operator.',
  secondPerson:
    'With what was given back of this payment, this takes a second person: refund the payment to ask for one.',
  ownRequest: 'You asked for this yourself. Somebody else has to decide.',
  approvalOver: 'This was decided already, or it waited too long.',
  approvalOpen: 'This is waiting for a second person already.',
  approvalNotFound: 'This request does not exist or is no longer here.',
  hasRole: 'They have this role.',
  notOnStaff: 'They have no role.',
  passCodeWrong: 'A code has eight digits.',
  passUnknown: 'This code does not open anything. It may be used or over, or it is your own.',
  passOver: 'This pass is over. The person has to give you another one.',
  lastOperator: 'This is the last operator. Give somebody else that role first.',
  disputeNotFound: 'There is no such dispute.',
  disputeSettled: 'The bank has decided already.',
  disputeAnswered: 'The bank has our answer already.',
  disputeSuspected:
    'The bank only suspects fraud: nothing has been taken, and there is nothing to answer yet. The payment can be refunded.',
  evidenceRefused: `Send up to ${EVIDENCE_PICTURES_MAX} pictures, each a JPEG or PNG of your own.`,
  jobNotFound: 'There is no such job. It may have ended meanwhile.',
  jobRunning: 'This job is running. Wait until it has ended.',
  errorNotFound: 'There is no such error, or it is resolved already.',
  eventNotFound: 'There is no such event.',
} as const
