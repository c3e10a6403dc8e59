import { appealEnded, caseDecided, caseWaits } from '#server/domains/enforcement/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { BELL } from '../notices.ts'
import { notify, notifyAll } from '../notify.ts'
import { listKeepers } from '../talk/talk-queries.ts'
import { findCaseFacts, isToldByBell, listReporters } from './case-queries.ts'

/* What people are told of reports and decisions. The reasons of the operator's decisions are mailed beside this. */

export const caseReactions = [
  reactTo(caseWaits, BELL, async (db, { caseId, creatorId, isReminder }, { now }) => {
    const facts = await findCaseFacts(db, caseId)
    if (!facts?.isOpen) return
    const keepers = (await listKeepers(db, creatorId)).filter((userId) => userId !== facts.concernedId)
    const occasion = `case:${caseId}${isReminder ? ':again' : ''}`
    await notifyAll(
      db,
      { kind: 'report_waits', groupKey: `reports:${creatorId}`, occasion, creatorId, now },
      keepers.map((userId) => ({ userId, target: caseId })),
    )
  }),

  reactTo(caseDecided, BELL, async (db, { caseId, decisionId }, { now }) => {
    const occasion = `decided:${decisionId}`
    const facts = await findCaseFacts(db, caseId)
    if (!facts) return
    const { creatorId } = facts
    const reporters = await listReporters(db, caseId)
    await notifyAll(
      db,
      { kind: 'report_answered', groupKey: `report:${caseId}`, occasion, creatorId, now },
      reporters.map((userId) => ({ userId, target: caseId })),
    )
    if (await isToldByBell(db, decisionId))
      await notify(db, {
        userId: facts.concernedId,
        kind: 'case_decided',
        groupKey: `case:${caseId}`,
        occasion,
        creatorId,
        target: caseId,
        now,
      })
  }),

  reactTo(appealEnded, BELL, async (db, { caseId, decisionId }, { now }) => {
    const facts = await findCaseFacts(db, caseId)
    if (!facts) return
    await notify(db, {
      userId: facts.concernedId,
      kind: 'appeal_ended',
      groupKey: `appeal:${caseId}`,
      occasion: `appeal:${decisionId}`,
      creatorId: facts.creatorId,
      target: caseId,
      now,
    })
  }),
] as EventReaction[]
