import type { Wire } from './entities.ts'

/** One webhook before it is signed: a snapshot of its entities at that moment. */
export interface OutgoingEvent {
  event: string
  contains: string[]
  payload: Record<string, { entity: Wire }>
  entityIds: string[]
}
