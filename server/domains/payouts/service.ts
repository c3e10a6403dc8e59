export { getBalanceAt, listEarningsUntil } from './balances.ts'
export { isHeldByStaffSql } from './hold-queries.ts'
export { failPayout, holdPayout, releaseHold } from './holds.ts'
