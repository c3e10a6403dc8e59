import { platformFailures } from '#contract/http/route.ts'
import { CURRENCY, dollarsFromCents } from '#contract/money.ts'
import * as contract from '#contract/payouts/statement-routes.ts'
import { findLanguage } from '#server/domains/accounts/service.ts'
import { findCreator } from '#server/domains/creators/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember, type Viewer } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { statementCsv, statementPdf } from './statement-files.ts'
import { listStatementMonths } from './statement-queries.ts'
import { getStatement, presentDispute } from './statements.ts'

/** Unless fewer are asked for. */
const LINES_PER_PAGE = 100

/** Each is built from scratch. */
const filesPerCreator: Limit = { name: 'statement-file', points: 60, windowSeconds: 300 }

export const statementImplementations: Implementation[] = [
  implementForMember(contract.getStatements, async (db, { viewer }) => {
    const months = await listStatementMonths(db, creatorIdOf(viewer))
    return months.map(({ netCents, ...month }) => ({ ...month, net: dollarsFromCents(netCents) }))
  }),

  implementForMember(contract.getStatement, async (db, { input, viewer, now }) => {
    const { month, currency, cursor = null, limit = LINES_PER_PAGE } = input
    const lines = { after: cursor, limit }
    const statement = await getStatement(db, { creatorId: creatorIdOf(viewer), month, currency, now, lines })
    return {
      month: statement.month,
      currency: statement.currency,
      opening: dollarsFromCents(statement.openingCents),
      closing: dollarsFromCents(statement.closingCents),
      gross: dollarsFromCents(statement.grossCents),
      fee: dollarsFromCents(statement.feeCents),
      net: dollarsFromCents(statement.netCents),
      paidOut: dollarsFromCents(statement.paidOutCents),
      reserved: dollarsFromCents(statement.reservedCents),
      disputes: statement.disputes.map(presentDispute),
      lineCount: statement.lineCount,
      lines: statement.lines.map((line) => ({
        _id: line.id,
        at: line.at.toISOString(),
        kind: line.kind,
        about: line.about,
        carried: dollarsFromCents(line.carriedCents),
        gross: dollarsFromCents(line.grossCents),
        fee: dollarsFromCents(line.feeCents),
        net: dollarsFromCents(line.netCents),
      })),
    }
  }),

  implementForMember(
    contract.getStatementFile,
    async (db, { input, viewer, platform, now }) => {
      const creatorId = creatorIdOf(viewer)
      const { month, currency } = input
      const lines = { after: null, limit: null }
      const statement = await getStatement(db, { creatorId, month, currency, now, lines })
      const name = currency === CURRENCY ? month : `${month}-${currency}`
      const fileName = `cheers-statement-${name}.${input.format}`
      if (input.format === 'csv') {
        const base64 = Buffer.from(statementCsv(statement)).toString('base64')
        return { fileName, contentType: 'text/csv', base64 }
      }
      const creator = await findCreator(db, creatorId)
      const { operator } = platform.config
      const language = await findLanguage(db, viewer.id)
      const pageName = creator?.pageName ?? ''
      const pdf = await statementPdf(statement, { pageName, operator, now, language })
      return { fileName, contentType: 'application/pdf', base64: pdf.toString('base64') }
    },
    { isHeavy: true, limits: [{ limit: filesPerCreator, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]

function creatorIdOf(viewer: Viewer): string {
  if (viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
  return viewer.creatorId
}
